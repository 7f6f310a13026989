// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link OnlineKernel} in vectors: the scores of eight cells at once, a cell a lane; then the
 * running maxima and weights, cell by cell; then the sums of values, eight elements at once.
 *
 * <p>Methods are kept short on purpose: past some fifty vector operations the compiler stops
 * inlining, and every vector becomes an object.
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

  /** The exponent's bits of 2^15: sums as large are left to the scalar kernel, which overflows. */
  private static final int NEAR_OVERFLOW = 142 << 23;

  private final int headDim;
  private final int rowWidth;
  private final float scale;
  private final ScalarOnline overflowing;
  private final float[] query;

  /** Keys or values of one tile of cells, widened. */
  private final float[] tileCells;

  /** The reference's eight lanes for two blocks of cells, [lane][block][cell]. */
  private final float[] laneSums = new float[2 * LANES * LANES];

  /** What tells, a lane each, how near an overflow the sums came. */
  private final int[] largestExponents = new int[LANES];

  /** The cells' scores, then their weights. */
  private float[] weights = new float[HeadCells.TILE];

  /** By what a cell's new maximum shrinks the sums before it, or {@link #NO_SHRINK}. */
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
    Arrays.fill(largestExponents, 0);
    for (int cell = start; cell < to; cell += HeadCells.TILE) {
      cells.widenValues(cell, tileCells);
      sumTile(
          Math.max(from, cell) - start, Math.min(to, cell + HeadCells.TILE) - start, result.values);
    }
    if (nearOverflow()) {
      overflowing.attend(tile, cells, from, to, result);
    }
  }

  /** Writes the scores of a tile's cells to {@link #weights} from {@code at} on. */
  private void scoreTile(int at) {
    for (int cell = 0; cell < HeadCells.TILE; cell += 2 * LANES) {
      for (int lane = 0; lane < LANES; lane++) {
        addLane(cell * headDim, lane);
      }
      fold(0).mul(scale).intoArray(weights, at + cell);
      fold(LANES).mul(scale).intoArray(weights, at + cell + LANES);
    }
  }

  /** Adds one lane of the reference's four accumulators, for sixteen cells at once. */
  private void addLane(int keys, int lane) {
    FloatVector a0 = FloatVector.zero(SPECIES);
    FloatVector a1 = a0;
    FloatVector a2 = a0;
    FloatVector a3 = a0;
    FloatVector b0 = a0;
    FloatVector b1 = a0;
    FloatVector b2 = a0;
    FloatVector b3 = a0;
    for (int i = lane; i < headDim; i += STEP) {
      int key = keys + i * LANES;
      FloatVector factor = FloatVector.broadcast(SPECIES, query[i]);
      a0 = key(key).fma(factor, a0);
      b0 = key(key + headDim * LANES).fma(factor, b0);
      factor = FloatVector.broadcast(SPECIES, query[i + LANES]);
      a1 = key(key + LANES * LANES).fma(factor, a1);
      b1 = key(key + (LANES + headDim) * LANES).fma(factor, b1);
      factor = FloatVector.broadcast(SPECIES, query[i + 2 * LANES]);
      a2 = key(key + 2 * LANES * LANES).fma(factor, a2);
      b2 = key(key + (2 * LANES + headDim) * LANES).fma(factor, b2);
      factor = FloatVector.broadcast(SPECIES, query[i + 3 * LANES]);
      a3 = key(key + 3 * LANES * LANES).fma(factor, a3);
      b3 = key(key + (3 * LANES + headDim) * LANES).fma(factor, b3);
    }
    a0.add(a2).add(a1.add(a3)).intoArray(laneSums, 2 * lane * LANES);
    b0.add(b2).add(b1.add(b3)).intoArray(laneSums, (2 * lane + 1) * LANES);
  }

  private FloatVector key(int index) {
    return FloatVector.fromArray(SPECIES, tileCells, index);
  }

  /** Folds the reference's eight lanes to one sum, for eight of the cells. */
  private FloatVector fold(int from) {
    FloatVector even = lanePair(from, 0).add(lanePair(from, 1));
    FloatVector odd = lanePair(from, 2).add(lanePair(from, 3));
    return even.add(odd);
  }

  private FloatVector lanePair(int from, int lane) {
    int other = lane + LANES / 2;
    return FloatVector.fromArray(SPECIES, laneSums, from + 2 * lane * LANES)
        .add(FloatVector.fromArray(SPECIES, laneSums, from + 2 * other * LANES));
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

  /** Adds the values of cells of one tile; a new maximum first shrinks the sums. */
  private void sumTile(int from, int to, float[] sums) {
    int cell = from;
    while (cell < to) {
      if (shrinks[cell] != NO_SHRINK) {
        for (int i = 0; i < headDim; i++) {
          sums[i] = Half.round(sums[i] * shrinks[cell]);
        }
      }
      int end = cell + 1;
      while (end < to && shrinks[end] == NO_SHRINK) {
        end++;
      }
      sumRun(cell, end, sums);
      cell = end;
    }
  }

  /**
   * Adds the values of cells {@code from} to {@code to - 1}. After each, a sum is rounded to what a
   * half can hold, ties to even, by adding and subtracting 1.5 times the power of two whose last
   * bit has the worth of the half's last bit; the sign of zero is kept. Right below the overflow of
   * a half, which {@link #largestExponents} tells.
   */
  private void sumRun(int from, int to, float[] sums) {
    IntVector exponentBits = IntVector.broadcast(IntVector.SPECIES_256, EXPONENT_BITS);
    IntVector smallest = IntVector.broadcast(IntVector.SPECIES_256, SMALLEST_NORMAL_HALF);
    IntVector toRounder = IntVector.broadcast(IntVector.SPECIES_256, TO_ROUNDER);
    IntVector signBit = IntVector.broadcast(IntVector.SPECIES_256, SIGN_BIT);
    IntVector largest = IntVector.fromArray(IntVector.SPECIES_256, largestExponents, 0);
    for (int cell = from; cell < to; cell++) {
      FloatVector weight = FloatVector.broadcast(SPECIES, weights[cell]);
      int value = cell % HeadCells.TILE * headDim;
      for (int i = 0; i < headDim; i += 2 * LANES) {
        FloatVector sum0 = FloatVector.fromArray(SPECIES, sums, i);
        FloatVector sum1 = FloatVector.fromArray(SPECIES, sums, i + LANES);
        sum0 = FloatVector.fromArray(SPECIES, tileCells, value + i).fma(weight, sum0);
        sum1 = FloatVector.fromArray(SPECIES, tileCells, value + i + LANES).fma(weight, sum1);
        IntVector exponent0 = sum0.reinterpretAsInts().and(exponentBits).max(smallest);
        IntVector exponent1 = sum1.reinterpretAsInts().and(exponentBits).max(smallest);
        largest = largest.max(exponent0.max(exponent1));
        FloatVector rounder0 = exponent0.add(toRounder).reinterpretAsFloats();
        FloatVector rounder1 = exponent1.add(toRounder).reinterpretAsFloats();
        round(sum0, rounder0, signBit).intoArray(sums, i);
        round(sum1, rounder1, signBit).intoArray(sums, i + LANES);
      }
    }
    largest.intoArray(largestExponents, 0);
  }

  private static FloatVector round(FloatVector x, FloatVector rounder, IntVector signBit) {
    IntVector rounded = x.add(rounder).sub(rounder).reinterpretAsInts();
    return rounded.or(x.reinterpretAsInts().and(signBit)).reinterpretAsFloats();
  }

  private boolean nearOverflow() {
    boolean near = false;
    for (int exponent : largestExponents) {
      near |= exponent >= NEAR_OVERFLOW;
    }
    return near;
  }
}
