// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link OnlineKernel} in vectors: the scores of eight cells at once, a cell a lane; then the
 * running maxima and weights, cell by cell; then the sums of values, eight elements at once.
 */
public final class VectorOnline implements OnlineKernel {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;
  private static final int LANES = 8;

  /** The four accumulators of the reference. */
  private static final int STEP = 4 * LANES;

  /** In {@link #shrinks}: this cell brought no new maximum. */
  private static final float NO_SHRINK = -1f;

  private static final int SIGN_BIT = 0x80000000;
  private static final int EXPONENT_BITS = 0x7f800000;
  private static final int SMALLEST_NORMAL_HALF = 113 << 23;

  /** From a float's exponent to 1.5 times the power of two whose last bit is a half's. */
  private static final int TO_ROUNDER = (13 << 23) + 0x400000;

  /** The bits of 65536: what is as large overflows a half. */
  private static final int HALF_OVERFLOW = 0x47800000;

  private final int headDim;
  private final int rowWidth;
  private final float scale;
  private final ScalarOnline overflowing;
  private final float[] query;
  private final float[] tileCells;
  private float[] weights = new float[HeadCells.TILE];
  private float[] shrinks = new float[HeadCells.TILE];

  /**
   * A kernel for heads of {@code headDim} elements in rows of {@code rowWidth}.
   *
   * @param scale what scores are multiplied with
   */
  public VectorOnline(int headDim, int rowWidth, float scale) {
    this.headDim = headDim;
    this.rowWidth = rowWidth;
    this.scale = scale;
    overflowing = new ScalarOnline(headDim, rowWidth, scale);
    query = new float[headDim];
    tileCells = new float[HeadCells.TILE * headDim];
  }

  @Override
  public void attend(QueryTile tile, HeadCells cells, int from, int to, Partial result) {
    int offset = tile.first() * rowWidth + tile.head() * headDim;
    for (int i = 0; i < headDim; i++) {
      query[i] = Half.round(tile.q()[offset + i]);
    }
    result.clear();
    int start = from / HeadCells.TILE * HeadCells.TILE;
    int room = HeadCells.roomFor(to - start);
    if (weights.length < room) {
      weights = new float[room];
      shrinks = new float[room];
    }
    for (int cell = start; cell < to; cell += HeadCells.TILE) {
      cells.widenKeys(cell, tileCells);
      scoreTile(cell - start);
    }
    weigh(from - start, to - start, result);
    IntVector largest = IntVector.zero(IntVector.SPECIES_256);
    for (int cell = start; cell < to; cell += HeadCells.TILE) {
      cells.widenValues(cell, tileCells);
      int first = Math.max(from, cell);
      int last = Math.min(to, cell + HeadCells.TILE);
      for (int i = 0; i < headDim; i += STEP) {
        largest = largest.max(sumValues(first - cell, last - cell, cell - start, i, result.values));
      }
    }
    if (largest.compare(VectorOperators.GE, HALF_OVERFLOW).anyTrue()) {
      overflowing.attend(tile, cells, from, to, result);
    }
  }

  /** Writes the scores of a tile's cells to {@link #weights} from {@code at} on. */
  private void scoreTile(int at) {
    for (int block = 0; block < HeadCells.TILE; block += LANES) {
      int keys = block * headDim;
      FloatVector even = lanePair(keys, 0).add(lanePair(keys, 1));
      FloatVector odd = lanePair(keys, 2).add(lanePair(keys, 3));
      even.add(odd).mul(scale).intoArray(weights, at + block);
    }
  }

  /** The reference's lanes {@code lane} and {@code lane + 4}, added, for eight cells. */
  private FloatVector lanePair(int keys, int lane) {
    return laneSum(keys, lane).add(laneSum(keys, lane + LANES / 2));
  }

  /** One lane of the reference's four accumulators, added, for eight cells. */
  private FloatVector laneSum(int keys, int lane) {
    FloatVector sum0 = FloatVector.zero(SPECIES);
    FloatVector sum1 = sum0;
    FloatVector sum2 = sum0;
    FloatVector sum3 = sum0;
    for (int i = lane; i < headDim; i += STEP) {
      sum0 = product(keys, i, sum0);
      sum1 = product(keys, i + LANES, sum1);
      sum2 = product(keys, i + 2 * LANES, sum2);
      sum3 = product(keys, i + 3 * LANES, sum3);
    }
    return sum0.add(sum2).add(sum1.add(sum3));
  }

  private FloatVector product(int keys, int i, FloatVector sum) {
    FloatVector key = FloatVector.fromArray(SPECIES, tileCells, keys + i * LANES);
    return key.fma(FloatVector.broadcast(SPECIES, query[i]), sum);
  }

  /** Turns scores into weights; notes where a new maximum shrinks what came before. */
  private void weigh(int from, int to, Partial result) {
    float max = Float.NEGATIVE_INFINITY;
    float sum = 0;
    Arrays.fill(shrinks, from, to, NO_SHRINK);
    for (int i = from; i < to; i++) {
      float score = weights[i];
      if (score > max) {
        float shrink = Expf.expf(max - score);
        max = score;
        sum = sum * shrink + 1f;
        shrinks[i] = shrink;
        weights[i] = 1f;
      } else {
        float weight = Expf.expf(score - max);
        sum += weight;
        weights[i] = weight;
      }
    }
    result.max = max;
    result.sum = sum;
  }

  /**
   * Adds the values of a tile's cells {@code from} to {@code to - 1}, 32 elements from {@code i}
   * on.
   *
   * @param at where the tile begins in {@link #weights}
   * @return the bits of the largest magnitudes seen
   */
  private IntVector sumValues(int from, int to, int at, int i, float[] sums) {
    FloatVector sum0 = FloatVector.fromArray(SPECIES, sums, i);
    FloatVector sum1 = FloatVector.fromArray(SPECIES, sums, i + LANES);
    FloatVector sum2 = FloatVector.fromArray(SPECIES, sums, i + 2 * LANES);
    FloatVector sum3 = FloatVector.fromArray(SPECIES, sums, i + 3 * LANES);
    IntVector largest = IntVector.zero(IntVector.SPECIES_256);
    for (int cell = from; cell < to; cell++) {
      if (shrinks[at + cell] != NO_SHRINK) {
        FloatVector shrink = FloatVector.broadcast(SPECIES, shrinks[at + cell]);
        sum0 = toHalf(sum0.mul(shrink));
        sum1 = toHalf(sum1.mul(shrink));
        sum2 = toHalf(sum2.mul(shrink));
        sum3 = toHalf(sum3.mul(shrink));
      }
      FloatVector weight = FloatVector.broadcast(SPECIES, weights[at + cell]);
      int value = cell * headDim + i;
      sum0 = toHalf(value(value).fma(weight, sum0));
      sum1 = toHalf(value(value + LANES).fma(weight, sum1));
      sum2 = toHalf(value(value + 2 * LANES).fma(weight, sum2));
      sum3 = toHalf(value(value + 3 * LANES).fma(weight, sum3));
      largest = largest.max(magnitude(sum0)).max(magnitude(sum1));
      largest = largest.max(magnitude(sum2)).max(magnitude(sum3));
    }
    sum0.intoArray(sums, i);
    sum1.intoArray(sums, i + LANES);
    sum2.intoArray(sums, i + 2 * LANES);
    sum3.intoArray(sums, i + 3 * LANES);
    return largest;
  }

  private FloatVector value(int index) {
    return FloatVector.fromArray(SPECIES, tileCells, index);
  }

  private static IntVector magnitude(FloatVector x) {
    return x.reinterpretAsInts().and(~SIGN_BIT);
  }

  /**
   * Rounds to what a half can hold, ties to even, below its overflow: adding and subtracting 1.5
   * times the power of two whose last bit has the worth of the half's last bit.
   */
  private static FloatVector toHalf(FloatVector x) {
    IntVector bits = x.reinterpretAsInts();
    FloatVector rounder =
        bits.and(EXPONENT_BITS).max(SMALLEST_NORMAL_HALF).add(TO_ROUNDER).reinterpretAsFloats();
    IntVector rounded = x.add(rounder).sub(rounder).reinterpretAsInts();
    return rounded.or(bits.and(SIGN_BIT)).reinterpretAsFloats();
  }
}
