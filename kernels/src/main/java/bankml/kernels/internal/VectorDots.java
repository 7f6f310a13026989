// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Rows of floating point times single columns, in the order of {@link F16#dot} and {@link F32#dot}:
 * four accumulators of eight lanes. For widths that are a multiple of 32. A stored row is widened
 * into scratch memory first.
 *
 * @param rows height of the matrix
 * @param cols width, a multiple of 32
 * @param format the stored rows
 * @param form how the activations meet them
 */
record VectorDots(int rows, int cols, Format format, FloatForm form) implements Product {
  static final int STEP = 32;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;

  @Override
  public void prepare(Activations x, Workers workers) {
    form.prepare(x, workers);
  }

  @Override
  public int scratch() {
    return cols + Lanes.COUNT;
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    float[] values = form.values(job.x());
    for (int r = from; r < to; r++) {
      format.dequantizeRow(r, scratch, 0);
      for (int c = 0; c < job.columns().count(); c++) {
        int column = job.columns().get(c);
        job.y()[column * rows + r] = dot(scratch, values, column * cols);
      }
    }
  }

  private float dot(float[] row, float[] values, int at) {
    FloatVector a = FloatVector.zero(LANES);
    FloatVector b = FloatVector.zero(LANES);
    FloatVector c = FloatVector.zero(LANES);
    FloatVector d = FloatVector.zero(LANES);
    for (int i = 0; i < cols; i += STEP) {
      int j = at + i;
      a = FloatVector.fromArray(LANES, row, i).fma(FloatVector.fromArray(LANES, values, j), a);
      b =
          FloatVector.fromArray(LANES, row, i + 8)
              .fma(FloatVector.fromArray(LANES, values, j + 8), b);
      c =
          FloatVector.fromArray(LANES, row, i + 16)
              .fma(FloatVector.fromArray(LANES, values, j + 16), c);
      d =
          FloatVector.fromArray(LANES, row, i + 24)
              .fma(FloatVector.fromArray(LANES, values, j + 24), d);
    }
    a.add(c).add(b.add(d)).intoArray(row, cols);
    return Lanes.foldNeighbours(row, cols);
  }
}
