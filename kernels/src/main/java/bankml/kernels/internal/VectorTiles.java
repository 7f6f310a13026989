// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Workers;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of floating point times many columns, in the order of {@link F16#tiledDot} and {@link
 * F32#tiledDot}: one accumulator of eight lanes an element. Tiles of four rows and two columns keep
 * their accumulators in registers; a piece's rows are widened into scratch memory and meet all
 * columns.
 *
 * @param rows height of the matrix, a multiple of 4
 * @param cols width, a multiple of 8
 * @param format the stored rows
 * @param form how the activations meet them
 */
record VectorTiles(int rows, int cols, FloatFormat format, FloatForm form) implements Product {
  private static final int HEIGHT = 4;

  /** Columns that meet all rows of a piece while they are in the first-level cache. */
  private static final int CHUNK = 8;

  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;

  @Override
  public void prepare(Job job, Workers workers) {
    form.prepare(job.x(), workers);
  }

  @Override
  public int scratch() {
    return ProductMatrix.PIECE * cols + 2 * HEIGHT * Lanes.COUNT;
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    float[] values = form.values(job.x());
    format.widen((long) from * cols, (to - from) * cols, scratch, 0);
    Columns columns = job.columns();
    int count = columns.count();
    for (int c = 0; c < count; c += CHUNK) {
      int end = Math.min(c + CHUNK, count);
      for (int r = 0; r < to - from; r += HEIGHT) {
        for (int i = c; i < end; i += 2) { // an odd last column meets itself
          int next = columns.get(Math.min(i + 1, end - 1));
          tile(scratch, r * cols, values, columns.get(i), next);
          fold(scratch, 0, job.y(), columns.get(i) * rows + from + r);
          fold(scratch, HEIGHT, job.y(), next * rows + from + r);
        }
      }
    }
  }

  /** Four widened rows by two columns; leaves the accumulators behind the rows. */
  private void tile(float[] w, int row, float[] values, int column, int next) {
    FloatVector a0 = FloatVector.zero(LANES);
    FloatVector a1 = FloatVector.zero(LANES);
    FloatVector a2 = FloatVector.zero(LANES);
    FloatVector a3 = FloatVector.zero(LANES);
    FloatVector b0 = FloatVector.zero(LANES);
    FloatVector b1 = FloatVector.zero(LANES);
    FloatVector b2 = FloatVector.zero(LANES);
    FloatVector b3 = FloatVector.zero(LANES);
    for (int i = 0; i < cols; i += Lanes.COUNT) {
      FloatVector a = FloatVector.fromArray(LANES, values, column * cols + i);
      FloatVector b = FloatVector.fromArray(LANES, values, next * cols + i);
      FloatVector v = FloatVector.fromArray(LANES, w, row + i);
      a0 = v.fma(a, a0);
      b0 = v.fma(b, b0);
      v = FloatVector.fromArray(LANES, w, row + cols + i);
      a1 = v.fma(a, a1);
      b1 = v.fma(b, b1);
      v = FloatVector.fromArray(LANES, w, row + 2 * cols + i);
      a2 = v.fma(a, a2);
      b2 = v.fma(b, b2);
      v = FloatVector.fromArray(LANES, w, row + 3 * cols + i);
      a3 = v.fma(a, a3);
      b3 = v.fma(b, b3);
    }
    int lanes = ProductMatrix.PIECE * cols;
    a0.intoArray(w, lanes);
    a1.intoArray(w, lanes + 8);
    a2.intoArray(w, lanes + 16);
    a3.intoArray(w, lanes + 24);
    b0.intoArray(w, lanes + 32);
    b1.intoArray(w, lanes + 40);
    b2.intoArray(w, lanes + 48);
    b3.intoArray(w, lanes + 56);
  }

  private void fold(float[] w, int first, float[] y, int at) {
    for (int i = 0; i < HEIGHT; i++) {
      y[at + i] = Lanes.foldHalves(w, ProductMatrix.PIECE * cols + (first + i) * Lanes.COUNT);
    }
  }
}
