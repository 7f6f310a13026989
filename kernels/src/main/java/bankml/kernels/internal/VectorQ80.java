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
 * <p>The methods are written out flat: C2 keeps vectors in registers only where it inlines all, and
 * it stops inlining methods that are not the JDK's own in bodies of this size.
 *
 * @param format the stored rows
 * @param rows height of the matrix
 */
record VectorQ80(Q80 format, int rows) implements CodeProduct.Kernel {
  private static final VectorSpecies<Byte> CODES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

  @Override
  public void one(Product.Job job, int c, int from, int to, float[] scratch) {
    MemorySegment data = format.data();
    short[] codes = job.x().q8().split();
    float[] scales = job.x().q8().scales();
    int blocks = format.cols() / Q80.BLOCK;
    int column = job.columns().get(c);
    for (int r = from; r < to; r++) {
      FloatVector sum = FloatVector.zero(LANES);
      long at = format.block(r, 0);
      int i = column * format.cols();
      for (int b = column * blocks; b < (column + 1) * blocks; b++, at += Q80.BYTES, i += 32) {
        float d = Bytes.half(data, at) * scales[b];
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
      job.y()[column * rows + r] = Lanes.foldHalves(scratch, 0);
    }
  }

  @Override
  public void four(Product.Job job, int c, int from, int to, float[] scratch) {
    Columns columns = job.columns();
    for (int r = from; r < to; r++) {
      tile(job, c, r, scratch);
      for (int i = 0; i < 4; i++) {
        job.y()[columns.get(c + i) * rows + r] = Lanes.foldHalves(scratch, i * Lanes.COUNT);
      }
    }
  }

  /** One weight row by four columns; leaves the accumulators in scratch memory. */
  private void tile(Product.Job job, int c, int row, float[] scratch) {
    MemorySegment data = format.data();
    short[] codes = job.x().q8().split();
    float[] scales = job.x().q8().scales();
    int cols = format.cols();
    int blocks = cols / Q80.BLOCK;
    int c0 = job.columns().get(c);
    int c1 = job.columns().get(c + 1);
    int c2 = job.columns().get(c + 2);
    int c3 = job.columns().get(c + 3);
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = FloatVector.zero(LANES);
    FloatVector sum2 = FloatVector.zero(LANES);
    FloatVector sum3 = FloatVector.zero(LANES);
    long at = format.block(row, 0);
    for (int b = 0; b < blocks; b++, at += Q80.BYTES) {
      float d = Bytes.half(data, at);
      ShortVector w =
          ByteVector.fromMemorySegment(CODES, data, at + Q80.CODES, LITTLE).reinterpretAsShorts();
      ShortVector even = w.lanewise(LSHL, 8).lanewise(ASHR, 8);
      ShortVector odd = w.lanewise(ASHR, 8);

      int i = c0 * cols + b * Q80.BLOCK;
      IntVector p =
          even.mul(ShortVector.fromArray(SHORTS, codes, i))
              .add(odd.mul(ShortVector.fromArray(SHORTS, codes, i + 16)))
              .reinterpretAsInts();
      p = p.lanewise(LSHL, 16).lanewise(ASHR, 16).add(p.lanewise(ASHR, 16));
      float scale = d * scales[c0 * blocks + b];
      sum0 = ((FloatVector) p.convert(I2F, 0)).fma(FloatVector.broadcast(LANES, scale), sum0);

      i = c1 * cols + b * Q80.BLOCK;
      p =
          even.mul(ShortVector.fromArray(SHORTS, codes, i))
              .add(odd.mul(ShortVector.fromArray(SHORTS, codes, i + 16)))
              .reinterpretAsInts();
      p = p.lanewise(LSHL, 16).lanewise(ASHR, 16).add(p.lanewise(ASHR, 16));
      scale = d * scales[c1 * blocks + b];
      sum1 = ((FloatVector) p.convert(I2F, 0)).fma(FloatVector.broadcast(LANES, scale), sum1);

      i = c2 * cols + b * Q80.BLOCK;
      p =
          even.mul(ShortVector.fromArray(SHORTS, codes, i))
              .add(odd.mul(ShortVector.fromArray(SHORTS, codes, i + 16)))
              .reinterpretAsInts();
      p = p.lanewise(LSHL, 16).lanewise(ASHR, 16).add(p.lanewise(ASHR, 16));
      scale = d * scales[c2 * blocks + b];
      sum2 = ((FloatVector) p.convert(I2F, 0)).fma(FloatVector.broadcast(LANES, scale), sum2);

      i = c3 * cols + b * Q80.BLOCK;
      p =
          even.mul(ShortVector.fromArray(SHORTS, codes, i))
              .add(odd.mul(ShortVector.fromArray(SHORTS, codes, i + 16)))
              .reinterpretAsInts();
      p = p.lanewise(LSHL, 16).lanewise(ASHR, 16).add(p.lanewise(ASHR, 16));
      scale = d * scales[c3 * blocks + b];
      sum3 = ((FloatVector) p.convert(I2F, 0)).fma(FloatVector.broadcast(LANES, scale), sum3);
    }
    sum0.intoArray(scratch, 0);
    sum1.intoArray(scratch, 8);
    sum2.intoArray(scratch, 16);
    sum3.intoArray(scratch, 24);
  }
}
