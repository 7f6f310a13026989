// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.util.Arrays;

/** The specification of {@link TiledKernel}. */
public final class ScalarTiled implements TiledKernel {
  private static final int LANES = 8;

  private final int headDim;
  private final int rowWidth;
  private final float scale;
  private final float[] weights = new float[HeadCells.TILE];
  private final float[] values;

  /**
   * A kernel for heads of {@code headDim} elements in rows of {@code rowWidth}.
   *
   * @param scale what scores are multiplied with
   */
  public ScalarTiled(int headDim, int rowWidth, float scale) {
    this.headDim = headDim;
    this.rowWidth = rowWidth;
    this.scale = scale;
    values = new float[headDim];
  }

  @Override
  public void attend(QueryTile tile, HeadCells cells) {
    for (int row = tile.first(); row < tile.first() + tile.rows(); row++) {
      int offset = row * rowWidth + tile.head() * headDim;
      attendRow(tile.q(), tile.out(), offset, cells, tile.positions()[row] + 1);
    }
  }

  private void attendRow(float[] q, float[] out, int offset, HeadCells cells, int visible) {
    Arrays.fill(values, 0f);
    float max = Float.NEGATIVE_INFINITY;
    float sum = 0f;
    for (int start = 0; start < visible; start += HeadCells.TILE) {
      int count = Math.min(HeadCells.TILE, visible - start);
      scores(q, offset, cells, start, count);
      float newMax = max;
      for (float score : weights) {
        newMax = Math.max(newMax, score);
      }
      if (newMax > max) {
        float shrink = Expf.expf(max - newMax);
        for (int i = 0; i < headDim; i++) {
          values[i] *= shrink;
        }
        sum *= shrink;
        max = newMax;
      }
      sum = (float) (sum + exponentials(max));
      for (int cell = 0; cell < count; cell++) {
        for (int i = 0; i < headDim; i++) {
          values[i] = Math.fma(cells.value(start + cell, i), weights[cell], values[i]);
        }
      }
    }
    float inverse = sum == 0f ? 0f : 1f / sum;
    for (int i = 0; i < headDim; i++) {
      out[offset + i] = values[i] * inverse;
    }
  }

  private void scores(float[] q, int offset, HeadCells cells, int start, int count) {
    Arrays.fill(weights, count, HeadCells.TILE, Float.NEGATIVE_INFINITY);
    for (int cell = 0; cell < count; cell++) {
      float score = 0f;
      for (int i = 0; i < headDim; i++) {
        score = Math.fma(cells.key(start + cell, i), q[offset + i], score);
      }
      weights[cell] = score * scale;
    }
  }

  /** {@code ggml_vec_soft_max_f32} of {@code ggml-cpu/vec.cpp}. */
  private double exponentials(float max) {
    double sum = 0;
    for (int i = 0; i < HeadCells.TILE; i += LANES) {
      for (int j = i; j < i + LANES; j++) {
        weights[j] = LaneExp.exp(weights[j] - max);
      }
      float even = weights[i] + weights[i + 4] + (weights[i + 2] + weights[i + 6]);
      float odd = weights[i + 1] + weights[i + 5] + (weights[i + 3] + weights[i + 7]);
      sum += even + odd;
    }
    return sum;
  }
}
