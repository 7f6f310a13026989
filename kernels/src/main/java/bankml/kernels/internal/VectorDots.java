// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Workers;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of floating point times single columns, in the order of {@link F16#dot} and {@link F32#dot}:
 * four accumulators of eight lanes. For widths that are a multiple of 32. A few stored rows at a
 * time are widened into scratch memory, and multiplied by twos.
 *
 * @param rows height of the matrix
 * @param cols width, a multiple of 32
 * @param format the stored rows
 * @param form how the activations meet them
 */
record VectorDots(int rows, int cols, FloatFormat format, FloatForm form) implements Product {
  static final int STEP = 32;
  private static final int WIDENED = 4;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;

  @Override
  public void prepare(Job job, Workers workers) {
    form.prepare(job.x(), workers);
  }

  @Override
  public int scratch() {
    return WIDENED * cols + 2 * Lanes.COUNT;
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    float[] values = form.values(job.x());
    int sums = WIDENED * cols;
    for (int start = from; start < to; start += WIDENED) {
      int n = Math.min(WIDENED, to - start);
      format.widen((long) start * cols, n * cols, scratch, 0);
      for (int r = 0; r < n; r += 2) {
        int next = Math.min(r + 1, n - 1); // an odd last row meets itself
        for (int c = 0; c < job.columns().count(); c++) {
          int column = job.columns().get(c);
          dots(scratch, r, next, values, column * cols);
          int at = column * rows + start;
          job.y()[at + r] = Lanes.foldNeighbours(scratch, sums);
          job.y()[at + next] = Lanes.foldNeighbours(scratch, sums + Lanes.COUNT);
        }
      }
    }
  }

  /** Two widened rows by one column; leaves their lanes in scratch memory. */
  private void dots(float[] w, int row, int next, float[] values, int at) {
    FloatVector a0 = FloatVector.zero(LANES);
    FloatVector a1 = FloatVector.zero(LANES);
    FloatVector a2 = FloatVector.zero(LANES);
    FloatVector a3 = FloatVector.zero(LANES);
    FloatVector b0 = FloatVector.zero(LANES);
    FloatVector b1 = FloatVector.zero(LANES);
    FloatVector b2 = FloatVector.zero(LANES);
    FloatVector b3 = FloatVector.zero(LANES);
    int u = row * cols;
    int v = next * cols;
    for (int i = 0; i < cols; i += STEP) {
      FloatVector x = FloatVector.fromArray(LANES, values, at + i);
      a0 = FloatVector.fromArray(LANES, w, u + i).fma(x, a0);
      b0 = FloatVector.fromArray(LANES, w, v + i).fma(x, b0);
      x = FloatVector.fromArray(LANES, values, at + i + 8);
      a1 = FloatVector.fromArray(LANES, w, u + i + 8).fma(x, a1);
      b1 = FloatVector.fromArray(LANES, w, v + i + 8).fma(x, b1);
      x = FloatVector.fromArray(LANES, values, at + i + 16);
      a2 = FloatVector.fromArray(LANES, w, u + i + 16).fma(x, a2);
      b2 = FloatVector.fromArray(LANES, w, v + i + 16).fma(x, b2);
      x = FloatVector.fromArray(LANES, values, at + i + 24);
      a3 = FloatVector.fromArray(LANES, w, u + i + 24).fma(x, a3);
      b3 = FloatVector.fromArray(LANES, w, v + i + 24).fma(x, b3);
    }
    int sums = WIDENED * cols;
    a0.add(a2).add(a1.add(a3)).intoArray(w, sums);
    b0.add(b2).add(b1.add(b3)).intoArray(w, sums + Lanes.COUNT);
  }
}
