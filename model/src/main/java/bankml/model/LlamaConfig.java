// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.kernels.AttentionShape;

/**
 * The shape of a Llama graph, as its header states it and {@link Plan} has checked it.
 *
 * @param contextLength tokens that the model was trained on at once
 * @param embeddingLength width of a row between layers
 * @param blockCount layers
 * @param feedForwardLength width of the gated rows inside a layer's feed-forward
 * @param headCount query heads
 * @param headCountKv key and value heads; divides {@code headCount}
 * @param headLength width of a head, equal for queries, keys and values, all of it rotated
 * @param vocabularySize tokens, which is also the width of a row of logits
 * @param rmsEpsilon added to the mean square before the root
 * @param ropeFrequencyBase base of RoPE's angles
 */
public record LlamaConfig(
    int contextLength,
    int embeddingLength,
    int blockCount,
    int feedForwardLength,
    int headCount,
    int headCountKv,
    int headLength,
    int vocabularySize,
    float rmsEpsilon,
    float ropeFrequencyBase) {

  /** Returns the width of a row of queries: all query heads side by side. */
  public int queryWidth() {
    return headCount * headLength;
  }

  /** Returns the width of a row of keys or of values: all their heads side by side. */
  public int keyValueWidth() {
    return headCountKv * headLength;
  }

  /** Returns how attention's heads are laid out. */
  public AttentionShape attentionShape() {
    return AttentionShape.of(headCount, headCountKv, headLength);
  }
}
