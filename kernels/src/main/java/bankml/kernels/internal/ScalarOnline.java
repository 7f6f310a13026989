// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.util.Arrays;

/** The specification of {@link OnlineKernel}. */
public final class ScalarOnline implements OnlineKernel {
  /** Four accumulators of eight lanes. */
  private static final int LANES = 32;

  private final int rowWidth;
  private final float scale;
  private final float[] query;
  private final float[] lanes = new float[LANES];

  /**
   * A kernel for heads of {@code headDim} elements in rows of {@code rowWidth}.
   *
   * @param scale what scores are multiplied with
   */
  public ScalarOnline(int headDim, int rowWidth, float scale) {
    this.rowWidth = rowWidth;
    this.scale = scale;
    query = new float[headDim];
  }

  @Override
  public void attend(QueryTile tile, HeadCells cells, int from, int to, Partial result) {
    int offset = tile.first() * rowWidth + tile.head() * query.length;
    for (int i = 0; i < query.length; i++) {
      query[i] = Half.round(tile.q()[offset + i]);
    }
    result.clear();
    for (int cell = from; cell < to; cell++) {
      add(cells, cell, score(cells, cell), result);
    }
  }

  private static void add(HeadCells cells, int cell, float score, Partial result) {
    float[] values = result.values;
    float weight = 1f;
    if (score > result.max) {
      float shrink = Expf.expf(result.max - score);
      result.max = score;
      for (int i = 0; i < values.length; i++) {
        values[i] = Half.round(values[i] * shrink);
      }
      result.sum = result.sum * shrink + 1f;
    } else {
      weight = Expf.expf(score - result.max);
      result.sum += weight;
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = Half.round(Math.fma(cells.value(cell, i), weight, values[i]));
    }
  }

  private float score(HeadCells cells, int cell) {
    Arrays.fill(lanes, 0f);
    for (int i = 0; i < query.length; i++) {
      lanes[i % LANES] = Math.fma(cells.key(cell, i), query[i], lanes[i % LANES]);
    }
    for (int width = LANES / 2; width >= 4; width /= 2) {
      for (int lane = 0; lane < width; lane++) {
        lanes[lane] += lanes[lane + width];
      }
    }
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) * scale;
  }
}
