// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Q40#gemmDot} by vectors, for many columns: a lane is a row; eight rows are expanded to
 * floats once and meet the columns by fours. Integer sums are exact in floats, as in {@link
 * CodeTiles}, and their order is free, so values go in the order of the activations' quarters.
 *
 * @param groups the rows, laid out anew
 * @param rows height of the matrix, a multiple of 8
 */
record GroupTiles(NibbleGroups groups, int rows) implements CodeProduct.Kernel {
  private static final int BLOCK = 32;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

  @Override
  public int scratch() {
    return groups.blocks() * BLOCK * NibbleGroups.ROWS;
  }

  @Override
  public void multiply(Product.Job job, int from, int to, float[] scratch) {
    Columns columns = job.columns();
    int last = columns.count() - 1;
    for (int r = from; r < to; r += NibbleGroups.ROWS) {
      int group = r / NibbleGroups.ROWS;
      for (int b = 0; b < groups.blocks(); b++) {
        expand(group, b, scratch);
      }
      for (int c = 0; c <= last; c += 4) { // columns that are lacking at the end repeat the last
        tile(job, new Four(group, c, last), scratch);
      }
    }
  }

  private record Four(int group, int first, int last) {
    int column(Columns columns, int i) {
      return columns.get(Math.min(first + i, last));
    }
  }

  /** Writes a block's values, each as a vector of eight rows, where the quarters have them. */
  private void expand(int group, int b, float[] out) {
    long nibbles = groups.block(group, b) + NibbleGroups.SCALES;
    for (int v = 0; v < 4; v++) {
      IntVector w = IntVector.fromMemorySegment(INTS, groups.data(), nibbles + v * 32L, LITTLE);
      for (int n = 0; n < 8; n++) {
        int value = 8 * v + 2 * (n % 4) + n / 4;
        int place = value % 4 * 8 + value / 4;
        FloatVector codes =
            (FloatVector) w.lanewise(LSHL, 28 - 4 * n).lanewise(ASHR, 28).convert(I2F, 0);
        codes.intoArray(out, (b * BLOCK + place) * NibbleGroups.ROWS);
      }
    }
  }

  private void tile(Product.Job job, Four four, float[] w) {
    MemorySegment data = groups.data();
    float[] codes = job.x().q8().quarters();
    float[] scales = job.x().q8().scales();
    int blocks = groups.blocks();
    int c0 = four.column(job.columns(), 0);
    int c1 = four.column(job.columns(), 1);
    int c2 = four.column(job.columns(), 2);
    int c3 = four.column(job.columns(), 3);
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = FloatVector.zero(LANES);
    FloatVector sum2 = FloatVector.zero(LANES);
    FloatVector sum3 = FloatVector.zero(LANES);
    for (int b = 0; b < blocks; b++) {
      FloatVector q0 = FloatVector.zero(LANES);
      FloatVector q1 = FloatVector.zero(LANES);
      FloatVector q2 = FloatVector.zero(LANES);
      FloatVector q3 = FloatVector.zero(LANES);
      for (int i = b * BLOCK; i < (b + 1) * BLOCK; i++) {
        FloatVector v = FloatVector.fromArray(LANES, w, i * NibbleGroups.ROWS);
        q0 = v.fma(FloatVector.broadcast(LANES, codes[c0 * blocks * BLOCK + i]), q0);
        q1 = v.fma(FloatVector.broadcast(LANES, codes[c1 * blocks * BLOCK + i]), q1);
        q2 = v.fma(FloatVector.broadcast(LANES, codes[c2 * blocks * BLOCK + i]), q2);
        q3 = v.fma(FloatVector.broadcast(LANES, codes[c3 * blocks * BLOCK + i]), q3);
      }
      FloatVector d =
          FloatVector.fromMemorySegment(LANES, data, groups.block(four.group(), b), LITTLE);
      sum0 = d.mul(scales[c0 * blocks + b]).fma(q0, sum0);
      sum1 = d.mul(scales[c1 * blocks + b]).fma(q1, sum1);
      sum2 = d.mul(scales[c2 * blocks + b]).fma(q2, sum2);
      sum3 = d.mul(scales[c3 * blocks + b]).fma(q3, sum3);
    }
    int row = four.group() * NibbleGroups.ROWS;
    sum0.intoArray(job.y(), c0 * rows + row);
    sum1.intoArray(job.y(), c1 * rows + row);
    sum2.intoArray(job.y(), c2 * rows + row);
    sum3.intoArray(job.y(), c3 * rows + row);
  }
}
