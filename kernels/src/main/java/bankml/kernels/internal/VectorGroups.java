// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Q40#gemvDot} by vectors, column by column: a lane is a row. Sixteen products of codes fit
 * a short, so a block is summed in shorts, the two of a row are added, and one fused operation a
 * block goes into the chain.
 *
 * @param groups the rows, laid out anew
 * @param rows height of the matrix, a multiple of 8
 */
record VectorGroups(NibbleGroups groups, int rows) implements CodeProduct.Kernel {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

  @Override
  public int scratch() {
    return 0;
  }

  @Override
  public void multiply(Product.Job job, int from, int to, float[] scratch) {
    Columns columns = job.columns();
    for (int c = 0; c < columns.count(); c++) {
      int column = columns.get(c);
      for (int r = from; r < to; r += NibbleGroups.ROWS) {
        chain(r / NibbleGroups.ROWS, job.x().q8(), column, job.y(), column * rows + r);
      }
    }
  }

  private void chain(int group, Q8Rows x, int column, float[] y, int at) {
    MemorySegment data = groups.data();
    int[] codes = x.pairs();
    float[] scales = x.scales();
    int blocks = groups.blocks();
    FloatVector sum = FloatVector.zero(LANES);
    for (int b = 0; b < blocks; b++) {
      long block = groups.block(group, b);
      int i = (column * blocks + b) * 16;
      ShortVector p = ShortVector.zero(SHORTS);
      for (int v = 0; v < 4; v++, i += 4) {
        long nibbles = block + NibbleGroups.SCALES + v * 32L;
        ShortVector w =
            IntVector.fromMemorySegment(INTS, data, nibbles, LITTLE).reinterpretAsShorts();
        ShortVector a = IntVector.broadcast(INTS, codes[i]).reinterpretAsShorts();
        p = p.add(w.lanewise(LSHL, 12).lanewise(ASHR, 12).mul(a));
        a = IntVector.broadcast(INTS, codes[i + 1]).reinterpretAsShorts();
        p = p.add(w.lanewise(LSHL, 8).lanewise(ASHR, 12).mul(a));
        a = IntVector.broadcast(INTS, codes[i + 2]).reinterpretAsShorts();
        p = p.add(w.lanewise(LSHL, 4).lanewise(ASHR, 12).mul(a));
        a = IntVector.broadcast(INTS, codes[i + 3]).reinterpretAsShorts();
        p = p.add(w.lanewise(ASHR, 12).mul(a));
      }
      IntVector q = p.reinterpretAsInts();
      q = q.add(q.lanewise(LSHL, 16)).lanewise(ASHR, 16);
      FloatVector d =
          FloatVector.fromMemorySegment(LANES, data, block, LITTLE)
              .mul(scales[column * blocks + b]);
      sum = ((FloatVector) q.convert(I2F, 0)).fma(d, sum);
    }
    sum.intoArray(y, at);
  }
}
