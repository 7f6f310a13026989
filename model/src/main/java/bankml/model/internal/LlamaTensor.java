// SPDX-License-Identifier: Apache-2.0
package bankml.model.internal;

import bankml.model.LlamaConfig;
import java.util.List;

/**
 * Every tensor of a Llama file, by the name it has there, and nothing else: this is the tensors'
 * part of the plan. A vector is F32; a matrix has any weight type of the plan.
 */
enum LlamaTensor {
  TOKEN_EMBD("token_embd.weight", Extent.EMBEDDING, Extent.VOCABULARY),
  OUTPUT_NORM("output_norm.weight", Extent.EMBEDDING, Extent.ONE),
  /** Optional: without it the logits come from {@link #TOKEN_EMBD}. */
  OUTPUT("output.weight", Extent.EMBEDDING, Extent.VOCABULARY),
  ATTN_NORM("blk.%d.attn_norm.weight", Extent.EMBEDDING, Extent.ONE),
  ATTN_Q("blk.%d.attn_q.weight", Extent.EMBEDDING, Extent.QUERIES),
  ATTN_K("blk.%d.attn_k.weight", Extent.EMBEDDING, Extent.KEYS),
  ATTN_V("blk.%d.attn_v.weight", Extent.EMBEDDING, Extent.KEYS),
  ATTN_OUTPUT("blk.%d.attn_output.weight", Extent.QUERIES, Extent.EMBEDDING),
  FFN_NORM("blk.%d.ffn_norm.weight", Extent.EMBEDDING, Extent.ONE),
  FFN_GATE("blk.%d.ffn_gate.weight", Extent.EMBEDDING, Extent.FEED_FORWARD),
  FFN_UP("blk.%d.ffn_up.weight", Extent.EMBEDDING, Extent.FEED_FORWARD),
  FFN_DOWN("blk.%d.ffn_down.weight", Extent.FEED_FORWARD, Extent.EMBEDDING);

  /** What a dimension is as long as. */
  private enum Extent {
    ONE,
    EMBEDDING,
    QUERIES,
    KEYS,
    FEED_FORWARD,
    VOCABULARY;

    int in(LlamaConfig config) {
      return switch (this) {
        case ONE -> 1;
        case EMBEDDING -> config.embeddingLength();
        case QUERIES -> config.queryWidth();
        case KEYS -> config.keyValueWidth();
        case FEED_FORWARD -> config.feedForwardLength();
        case VOCABULARY -> config.vocabularySize();
      };
    }
  }

  private static final String BLOCK = "blk.%d.";

  private final String pattern;
  private final Extent columns;
  private final Extent rows;

  LlamaTensor(String pattern, Extent columns, Extent rows) {
    this.pattern = pattern;
    this.columns = columns;
    this.rows = rows;
  }

  /** Returns whether each layer has one. */
  boolean perBlock() {
    return pattern.startsWith(BLOCK);
  }

  /** Returns whether this is a weight matrix; else it is a vector of norm weights. */
  boolean isMatrix() {
    return rows != Extent.ONE;
  }

  /** Returns whether a file may lack it. */
  boolean isOptional() {
    return this == OUTPUT;
  }

  /** Returns its name in the file; {@code block} is the layer, where each layer has one. */
  String name(int block) {
    return perBlock() ? "blk." + block + "." + pattern.substring(BLOCK.length()) : pattern;
  }

  /** Returns its dimensions as a file gives them: the length of a row, then how many rows. */
  List<Long> dims(LlamaConfig config) {
    long width = columns.in(config);
    return isMatrix() ? List.of(width, (long) rows.in(config)) : List.of(width);
  }
}
