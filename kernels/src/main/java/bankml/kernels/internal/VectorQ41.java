// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Q41#dot} by vectors, as {@link VectorQ80} does it, two rows at a time from {@link
 * NibblePairs}. Sums of four products fit a short here, which saves an operation.
 *
 * @param pairs the rows, laid out anew
 * @param rows height of the matrix
 * @param cols width
 */
record VectorQ41(NibblePairs pairs, int rows, int cols)
    implements CodeProduct.Kernel, CodeTiles.Expansion {
  /** Bytes of scale and minimum. */
  static final int HEAD = 4;

  private static final VectorSpecies<Byte> CODES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

  @Override
  public int scratch() {
    return 2 * Lanes.COUNT + 2;
  }

  @Override
  public void multiply(Product.Job job, int from, int to, float[] scratch) {
    Columns columns = job.columns();
    for (int c = 0; c < columns.count(); c++) {
      int column = columns.get(c);
      for (int r = from; r < to; r += 2) {
        dots(r / 2, job.x().q8(), column, scratch);
        int at = column * rows + r;
        job.y()[at] = Lanes.foldHalves(scratch, 0) + scratch[2 * Lanes.COUNT];
        if (r + 1 < to) {
          job.y()[at + 1] = Lanes.foldHalves(scratch, 8) + scratch[2 * Lanes.COUNT + 1];
        }
      }
    }
  }

  /** Leaves two accumulators and two sums of minima in scratch memory. */
  private void dots(int pair, Q8Rows x, int column, float[] scratch) {
    MemorySegment data = pairs.data();
    short[] codes = x.split();
    float[] scales = x.scales();
    float[] sums = x.sums();
    int blocks = pairs.blocks();
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = FloatVector.zero(LANES);
    float minima0 = 0f;
    float minima1 = 0f;
    for (int b = 0; b < blocks; b++) {
      long at = pairs.block(pair, b);
      int i = column * cols + b * Q41.BLOCK;
      float d = scales[column * blocks + b];
      float s = sums[column * blocks + b];
      minima0 = Math.fma(Bytes.half(data, at + 2), s, minima0);
      minima1 = Math.fma(Bytes.half(data, at + 6), s, minima1);
      ShortVector even = ShortVector.fromArray(SHORTS, codes, i);
      ShortVector odd = ShortVector.fromArray(SHORTS, codes, i + 16);
      ShortVector w =
          ByteVector.fromMemorySegment(CODES, data, at + 2 * HEAD, LITTLE).reinterpretAsShorts();

      IntVector p =
          w.lanewise(AND, (short) 0xf)
              .mul(even)
              .add(w.lanewise(LSHR, 8).lanewise(AND, (short) 0xf).mul(odd))
              .reinterpretAsInts();
      p = p.add(p.lanewise(LSHL, 16)).lanewise(ASHR, 16);
      FloatVector scale = FloatVector.broadcast(LANES, Bytes.half(data, at) * d);
      sum0 = ((FloatVector) p.convert(I2F, 0)).fma(scale, sum0);

      p =
          w.lanewise(LSHR, 4)
              .lanewise(AND, (short) 0xf)
              .mul(even)
              .add(w.lanewise(LSHR, 12).mul(odd))
              .reinterpretAsInts();
      p = p.add(p.lanewise(LSHL, 16)).lanewise(ASHR, 16);
      scale = FloatVector.broadcast(LANES, Bytes.half(data, at + HEAD) * d);
      sum1 = ((FloatVector) p.convert(I2F, 0)).fma(scale, sum1);
    }
    sum0.intoArray(scratch, 0);
    sum1.intoArray(scratch, 8);
    scratch[2 * Lanes.COUNT] = minima0;
    scratch[2 * Lanes.COUNT + 1] = minima1;
  }

  @Override
  public void expand(int row, float[] out, int at, int scalesAt) {
    MemorySegment data = pairs.data();
    int high = row % 2;
    for (int b = 0; b < pairs.blocks(); b++) {
      long block = pairs.block(row / 2, b);
      out[scalesAt + b] = Bytes.half(data, block + (long) high * HEAD);
      IntVector w =
          ByteVector.fromMemorySegment(CODES, data, block + 2 * HEAD, LITTLE)
              .reinterpretAsInts()
              .lanewise(LSHR, 4 * high);
      int i = at + b * Q41.BLOCK;
      ((FloatVector) w.lanewise(AND, 0xf).convert(I2F, 0)).intoArray(out, i);
      w = w.lanewise(LSHR, 8);
      ((FloatVector) w.lanewise(AND, 0xf).convert(I2F, 0)).intoArray(out, i + 8);
      w = w.lanewise(LSHR, 8);
      ((FloatVector) w.lanewise(AND, 0xf).convert(I2F, 0)).intoArray(out, i + 16);
      w = w.lanewise(LSHR, 8);
      ((FloatVector) w.lanewise(AND, 0xf).convert(I2F, 0)).intoArray(out, i + 24);
    }
  }

  /** Adds the chains of minima: eight rows in the lanes of a vector, column by column. */
  @Override
  public void complete(Product.Job job, int from, int to, float[] scratch) {
    int blocks = pairs.blocks();
    for (int r = from; r < to; r++) {
      for (int b = 0; b < blocks; b++) {
        long at = pairs.block(r / 2, b) + (long) (r % 2) * HEAD + 2;
        scratch[b * ProductMatrix.PIECE + r - from] = Bytes.half(pairs.data(), at);
      }
    }
    for (int c = 0; c < job.columns().count(); c++) {
      int column = job.columns().get(c);
      addMinima(job, column, from, to, scratch);
    }
  }

  private void addMinima(Product.Job job, int column, int from, int to, float[] minima) {
    float[] sums = job.x().q8().sums();
    int blocks = pairs.blocks();
    FloatVector low = FloatVector.zero(LANES);
    FloatVector high = FloatVector.zero(LANES);
    for (int b = 0; b < blocks; b++) {
      FloatVector s = FloatVector.broadcast(LANES, sums[column * blocks + b]);
      low = FloatVector.fromArray(LANES, minima, b * ProductMatrix.PIECE).fma(s, low);
      high = FloatVector.fromArray(LANES, minima, b * ProductMatrix.PIECE + 8).fma(s, high);
    }
    int chains = blocks * ProductMatrix.PIECE;
    low.intoArray(minima, chains);
    high.intoArray(minima, chains + 8);
    for (int r = from; r < to; r++) {
      job.y()[column * rows + r] += minima[chains + r - from];
    }
  }
}
