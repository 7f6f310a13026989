// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of floating point times many columns, in the order of {@link F16#tiledDot} and {@link
 * F32#tiledDot}: one accumulator of eight lanes an element. Tiles of four rows and two columns keep
 * their accumulators in registers; four rows are widened into scratch memory and meet all columns.
 *
 * @param rows height of the matrix, a multiple of 4
 * @param cols width, a multiple of 8
 * @param format the stored rows
 * @param form how the activations meet them
 */
record VectorTiles(int rows, int cols, Format format, FloatForm form) implements Product {
  private static final int HEIGHT = 4;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;

  @Override
  public void prepare(Activations x, Workers workers) {
    form.prepare(x, workers);
  }

  @Override
  public int scratch() {
    return HEIGHT * (cols + Lanes.COUNT);
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    float[] values = form.values(job.x());
    for (int r = from; r < to; r += HEIGHT) {
      for (int i = 0; i < HEIGHT; i++) {
        format.dequantizeRow(r + i, scratch, i * cols);
      }
      Columns columns = job.columns();
      int c = 0;
      for (; c + 2 <= columns.count(); c += 2) {
        two(scratch, values, columns.get(c), columns.get(c + 1), r, job.y());
      }
      if (c < columns.count()) {
        one(scratch, values, columns.get(c), r, job.y());
      }
    }
  }

  private void two(float[] w, float[] values, int column, int next, int row, float[] y) {
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
      FloatVector v = FloatVector.fromArray(LANES, w, i);
      a0 = v.fma(a, a0);
      b0 = v.fma(b, b0);
      v = FloatVector.fromArray(LANES, w, cols + i);
      a1 = v.fma(a, a1);
      b1 = v.fma(b, b1);
      v = FloatVector.fromArray(LANES, w, 2 * cols + i);
      a2 = v.fma(a, a2);
      b2 = v.fma(b, b2);
      v = FloatVector.fromArray(LANES, w, 3 * cols + i);
      a3 = v.fma(a, a3);
      b3 = v.fma(b, b3);
    }
    int lanes = HEIGHT * cols;
    a0.intoArray(w, lanes);
    a1.intoArray(w, lanes + 8);
    a2.intoArray(w, lanes + 16);
    a3.intoArray(w, lanes + 24);
    fold(w, y, column * rows + row);
    b0.intoArray(w, lanes);
    b1.intoArray(w, lanes + 8);
    b2.intoArray(w, lanes + 16);
    b3.intoArray(w, lanes + 24);
    fold(w, y, next * rows + row);
  }

  private void one(float[] w, float[] values, int column, int row, float[] y) {
    FloatVector a0 = FloatVector.zero(LANES);
    FloatVector a1 = FloatVector.zero(LANES);
    FloatVector a2 = FloatVector.zero(LANES);
    FloatVector a3 = FloatVector.zero(LANES);
    for (int i = 0; i < cols; i += Lanes.COUNT) {
      FloatVector a = FloatVector.fromArray(LANES, values, column * cols + i);
      a0 = FloatVector.fromArray(LANES, w, i).fma(a, a0);
      a1 = FloatVector.fromArray(LANES, w, cols + i).fma(a, a1);
      a2 = FloatVector.fromArray(LANES, w, 2 * cols + i).fma(a, a2);
      a3 = FloatVector.fromArray(LANES, w, 3 * cols + i).fma(a, a3);
    }
    int lanes = HEIGHT * cols;
    a0.intoArray(w, lanes);
    a1.intoArray(w, lanes + 8);
    a2.intoArray(w, lanes + 16);
    a3.intoArray(w, lanes + 24);
    fold(w, y, column * rows + row);
  }

  private void fold(float[] w, float[] y, int at) {
    for (int i = 0; i < HEIGHT; i++) {
      y[at + i] = Lanes.foldHalves(w, HEIGHT * cols + i * Lanes.COUNT);
    }
  }
}
