// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

/**
 * The heads of an attention block. Query head {@code h} reads key and value head {@code h * kvHeads
 * / heads}.
 *
 * @param heads query heads, a multiple of {@code kvHeads}
 * @param kvHeads key and value heads
 * @param headDim elements of each head, a multiple of 32
 * @param scale what scores are multiplied with
 */
public record AttentionShape(int heads, int kvHeads, int headDim, float scale) {
  private static final int HEAD_DIM_UNIT = 32;

  public AttentionShape {
    if (kvHeads < 1 || heads < kvHeads || heads % kvHeads != 0) {
      throw new IllegalArgumentException(heads + " heads over " + kvHeads);
    }
    if (headDim < HEAD_DIM_UNIT || headDim % HEAD_DIM_UNIT != 0) {
      throw new IllegalArgumentException("head dimension " + headDim);
    }
  }

  /** Returns a shape with the usual scale, {@code 1 / sqrt(headDim)} in float. */
  public static AttentionShape of(int heads, int kvHeads, int headDim) {
    return new AttentionShape(heads, kvHeads, headDim, 1f / (float) Math.sqrt(headDim));
  }

  /** Returns the floats of a row of queries, and of outputs. */
  public int queryWidth() {
    return heads * headDim;
  }

  /** Returns the floats of a row of keys, and of values. */
  public int kvWidth() {
    return kvHeads * headDim;
  }
}
