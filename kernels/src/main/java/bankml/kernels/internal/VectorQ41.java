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
  private static final VectorSpecies<Byte> CODES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;
  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

  @Override
  public int scratch() {
    return 2 * Lanes.COUNT;
  }

  @Override
  public void multiply(Product.Job job, int from, int to, float[] scratch) {
    Columns columns = job.columns();
    for (int c = 0; c < columns.count(); c++) {
      int column = columns.get(c);
      for (int r = from; r < to; r += 2) {
        int next = Math.min(r + 1, to - 1); // an odd last row is paired with itself
        dots(r, next, job.x().q8(), column, scratch);
        job.y()[column * rows + r] = Lanes.foldHalves(scratch, 0);
        job.y()[column * rows + next] = Lanes.foldHalves(scratch, Lanes.COUNT);
      }
    }
    complete(job, from, to, scratch);
  }

  /**
   * A pair of rows by one column, without the minima; leaves two accumulators in scratch memory.
   */
  private void dots(int row, int next, Q8Rows x, int column, float[] scratch) {
    MemorySegment data = pairs.codes();
    float[] scales = pairs.scales();
    short[] codes = x.split();
    float[] columnScales = x.scales();
    int blocks = pairs.blocks();
    long start = pairs.codes(row / 2, 0);
    FloatVector sum0 = FloatVector.zero(LANES);
    FloatVector sum1 = FloatVector.zero(LANES);
    for (int b = 0; b < blocks; b++) {
      int i = column * cols + b * Q41.BLOCK;
      float d = columnScales[column * blocks + b];
      ShortVector even = ShortVector.fromArray(SHORTS, codes, i);
      ShortVector odd = ShortVector.fromArray(SHORTS, codes, i + 16);
      ShortVector w =
          ByteVector.fromMemorySegment(CODES, data, start + b * 32L, LITTLE).reinterpretAsShorts();

      IntVector p =
          w.lanewise(AND, (short) 0xf)
              .mul(even)
              .add(w.lanewise(LSHR, 8).lanewise(AND, (short) 0xf).mul(odd))
              .reinterpretAsInts();
      p = p.add(p.lanewise(LSHL, 16)).lanewise(ASHR, 16);
      FloatVector scale = FloatVector.broadcast(LANES, scales[row * blocks + b] * d);
      sum0 = ((FloatVector) p.convert(I2F, 0)).fma(scale, sum0);

      p =
          w.lanewise(LSHR, 4)
              .lanewise(AND, (short) 0xf)
              .mul(even)
              .add(w.lanewise(LSHR, 12).mul(odd))
              .reinterpretAsInts();
      p = p.add(p.lanewise(LSHL, 16)).lanewise(ASHR, 16);
      scale = FloatVector.broadcast(LANES, scales[next * blocks + b] * d);
      sum1 = ((FloatVector) p.convert(I2F, 0)).fma(scale, sum1);
    }
    sum0.intoArray(scratch, 0);
    sum1.intoArray(scratch, Lanes.COUNT);
  }

  @Override
  public void expand(int row, float[] out, int at, int scalesAt) {
    int blocks = pairs.blocks();
    System.arraycopy(pairs.scales(), row * blocks, out, scalesAt, blocks);
    for (int b = 0; b < blocks; b++) {
      IntVector w =
          ByteVector.fromMemorySegment(CODES, pairs.codes(), pairs.codes(row / 2, b), LITTLE)
              .reinterpretAsInts()
              .lanewise(LSHR, 4 * (row % 2));
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

  /** Adds the chains of minima: the rows of a piece are the lanes of two vectors. */
  @Override
  public void complete(Product.Job job, int from, int to, float[] scratch) {
    float[] minima = pairs.minima();
    float[] sums = job.x().q8().sums();
    int blocks = pairs.blocks();
    for (int c = 0; c < job.columns().count(); c++) {
      int column = job.columns().get(c);
      FloatVector low = FloatVector.zero(LANES);
      FloatVector high = FloatVector.zero(LANES);
      for (int b = 0; b < blocks; b++) {
        int at = pairs.minimum(from, b);
        FloatVector s = FloatVector.broadcast(LANES, sums[column * blocks + b]);
        low = FloatVector.fromArray(LANES, minima, at).fma(s, low);
        high = FloatVector.fromArray(LANES, minima, at + Lanes.COUNT).fma(s, high);
      }
      low.intoArray(scratch, 0);
      high.intoArray(scratch, Lanes.COUNT);
      for (int r = from; r < to; r++) {
        job.y()[column * rows + r] += scratch[r - from];
      }
    }
  }
}
