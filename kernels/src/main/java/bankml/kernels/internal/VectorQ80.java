// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Q80#dot} by vectors. The 32 codes of a block are seen as 16 shorts and split into those at
 * even and at odd places by shifts; products with the activations split alike are added in shorts,
 * which hold the sum of two; seen as 8 ints, their halves are added. No value crosses a lane.
 *
 * @param format the stored rows
 * @param rows height of the matrix
 */
record VectorQ80(Q80 format, int rows) implements CodeProduct.Kernel, CodeTiles.Expansion {
  private static final VectorSpecies<Byte> CODES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

  @Override
  public int scratch() {
    return Lanes.COUNT;
  }

  @Override
  public void multiply(Product.Job job, int from, int to, float[] scratch) {
    Columns columns = job.columns();
    for (int c = 0; c < columns.count(); c++) {
      int column = columns.get(c);
      for (int r = from; r < to; r++) {
        job.y()[column * rows + r] = dot(r, job.x().q8(), column, scratch);
      }
    }
  }

  private float dot(int row, Q8Rows x, int column, float[] scratch) {
    MemorySegment data = format.data();
    short[] codes = x.split();
    float[] scales = x.scales();
    int blocks = format.cols() / Q80.BLOCK;
    FloatVector sum = FloatVector.zero(LANES);
    long start = format.block(row, 0);
    for (int b = 0; b < blocks; b++) {
      long at = start + (long) b * Q80.BYTES;
      int i = column * format.cols() + b * Q80.BLOCK;
      float d = Bytes.half(data, at) * scales[column * blocks + b];
      ShortVector w =
          ByteVector.fromMemorySegment(CODES, data, at + Q80.CODES, LITTLE).reinterpretAsShorts();
      ShortVector even = w.lanewise(LSHL, 8).lanewise(ASHR, 8);
      ShortVector odd = w.lanewise(ASHR, 8);
      IntVector p =
          even.mul(ShortVector.fromArray(SHORTS, codes, i))
              .add(odd.mul(ShortVector.fromArray(SHORTS, codes, i + 16)))
              .reinterpretAsInts();
      p = p.lanewise(LSHL, 16).lanewise(ASHR, 16).add(p.lanewise(ASHR, 16));
      sum = ((FloatVector) p.convert(I2F, 0)).fma(FloatVector.broadcast(LANES, d), sum);
    }
    sum.intoArray(scratch, 0);
    return Lanes.foldHalves(scratch, 0);
  }

  @Override
  public void expand(int row, float[] out, int at, int scalesAt) {
    MemorySegment data = format.data();
    long start = format.block(row, 0);
    for (int b = 0; b < format.cols() / Q80.BLOCK; b++) {
      long block = start + (long) b * Q80.BYTES;
      out[scalesAt + b] = Bytes.half(data, block);
      IntVector w =
          ByteVector.fromMemorySegment(CODES, data, block + Q80.CODES, LITTLE).reinterpretAsInts();
      int i = at + b * Q80.BLOCK;
      ((FloatVector) w.lanewise(LSHL, 24).lanewise(ASHR, 24).convert(I2F, 0)).intoArray(out, i);
      ((FloatVector) w.lanewise(LSHL, 16).lanewise(ASHR, 24).convert(I2F, 0)).intoArray(out, i + 8);
      ((FloatVector) w.lanewise(LSHL, 8).lanewise(ASHR, 24).convert(I2F, 0)).intoArray(out, i + 16);
      ((FloatVector) w.lanewise(ASHR, 24).convert(I2F, 0)).intoArray(out, i + 24);
    }
  }
}
