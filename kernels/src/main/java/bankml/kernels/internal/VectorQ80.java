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
 * <p>The codes are read where they are stored. The scales are kept a second time, widened to
 * floats, an eighth of the stored size: to widen them on the way took a fifth of the time.
 */
@SuppressWarnings("ArrayRecordComponent") // a record, so that C2 trusts its fields; never compared
record VectorQ80(Q80 format, int rows, float[] scales)
    implements CodeProduct.Kernel, CodeTiles.Expansion {
  private static final VectorSpecies<Byte> CODES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

  /** Takes {@code rows} stored rows. */
  static VectorQ80 of(Q80 format, int rows) {
    float[] scales = new float[rows * (format.cols() / Q80.BLOCK)];
    for (int i = 0; i < scales.length; i++) {
      scales[i] = Bytes.half(format.data(), (long) i * Q80.BYTES);
    }
    return new VectorQ80(format, rows, scales);
  }

  @Override
  public int scratch() {
    return 2 * Lanes.COUNT;
  }

  @Override
  public void multiply(Product.Job job, int from, int to, float[] scratch) {
    Columns columns = job.columns();
    for (int c = 0; c < columns.count(); c++) {
      int column = columns.get(c);
      int half = (to - from + 1) / 2;
      for (int r = from; r < from + half; r++) {
        int other = Math.min(r + half, to - 1);
        dots(r, other, job.x().q8(), column, scratch);
        job.y()[column * rows + r] = Lanes.foldHalves(scratch, 0);
        job.y()[column * rows + other] = Lanes.foldHalves(scratch, Lanes.COUNT);
      }
    }
  }

  /** Two rows by one column; leaves the accumulators in scratch memory. */
  private void dots(int row, int other, Q8Rows x, int column, float[] scratch) {
    MemorySegment data = format.data();
    short[] codes = x.split();
    float[] columnScales = x.scales();
    int blocks = format.cols() / Q80.BLOCK;
    long start = format.block(row, 0);
    long apart = format.block(other, 0) - start;
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = FloatVector.zero(LANES);
    for (int b = 0; b < blocks; b++) {
      long at = start + (long) b * Q80.BYTES;
      int i = column * format.cols() + b * Q80.BLOCK;
      ShortVector even = ShortVector.fromArray(SHORTS, codes, i);
      ShortVector odd = ShortVector.fromArray(SHORTS, codes, i + 16);
      float d = columnScales[column * blocks + b];

      ShortVector w =
          ByteVector.fromMemorySegment(CODES, data, at + Q80.CODES, LITTLE).reinterpretAsShorts();
      IntVector p =
          w.lanewise(LSHL, 8)
              .lanewise(ASHR, 8)
              .mul(even)
              .add(w.lanewise(ASHR, 8).mul(odd))
              .reinterpretAsInts();
      p = p.lanewise(LSHL, 16).lanewise(ASHR, 16).add(p.lanewise(ASHR, 16));
      FloatVector scale = FloatVector.broadcast(LANES, scales[row * blocks + b] * d);
      sum0 = ((FloatVector) p.convert(I2F, 0)).fma(scale, sum0);

      at += apart;
      w = ByteVector.fromMemorySegment(CODES, data, at + Q80.CODES, LITTLE).reinterpretAsShorts();
      p =
          w.lanewise(LSHL, 8)
              .lanewise(ASHR, 8)
              .mul(even)
              .add(w.lanewise(ASHR, 8).mul(odd))
              .reinterpretAsInts();
      p = p.lanewise(LSHL, 16).lanewise(ASHR, 16).add(p.lanewise(ASHR, 16));
      scale = FloatVector.broadcast(LANES, scales[other * blocks + b] * d);
      sum1 = ((FloatVector) p.convert(I2F, 0)).fma(scale, sum1);
    }
    sum0.intoArray(scratch, 0);
    sum1.intoArray(scratch, Lanes.COUNT);
  }

  @Override
  public void expand(int row, float[] out, int at, int scalesAt) {
    MemorySegment data = format.data();
    int blocks = format.cols() / Q80.BLOCK;
    System.arraycopy(scales, row * blocks, out, scalesAt, blocks);
    long start = format.block(row, 0);
    for (int b = 0; b < blocks; b++) {
      long block = start + (long) b * Q80.BYTES;
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
