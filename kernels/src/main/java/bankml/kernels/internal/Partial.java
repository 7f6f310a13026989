// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.util.Arrays;

/** What attention to some cells gives: the largest score, the sum of weights, the sum of values. */
public final class Partial {
  float max;
  float sum;
  final float[] values;

  /** Nothing yet, for heads of {@code headDim} elements. */
  public Partial(int headDim) {
    values = new float[headDim];
    clear();
  }

  /** Forgets all cells. */
  public void clear() {
    max = Float.NEGATIVE_INFINITY;
    sum = 0;
    Arrays.fill(values, 0);
  }

  /**
   * Adds the cells of {@code chunk}, which come after these: {@code
   * ggml_flash_attn_ext_reduce_partials} of {@code ggml-cpu/ops.cpp}, where the first product of
   * each sum is fused.
   */
  public void merge(Partial chunk) {
    if (chunk.sum == 0f) {
      return;
    }
    float newMax = Math.max(max, chunk.max);
    float oldScale = Expf.expf(max - newMax);
    float newScale = Expf.expf(chunk.max - newMax);
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.fma(values[i], oldScale, chunk.values[i] * newScale);
    }
    sum = Math.fma(sum, oldScale, chunk.sum * newScale);
    max = newMax;
  }

  /** Writes the values divided by the sum of weights, as a product with its inverse. */
  public void writeNormalised(float[] out, int offset) {
    float inverse = sum == 0f ? 0f : 1f / sum;
    for (int i = 0; i < values.length; i++) {
      out[offset + i] = values[i] * inverse;
    }
  }
}
