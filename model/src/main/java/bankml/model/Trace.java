// SPDX-License-Identifier: Apache-2.0
package bankml.model;

/**
 * Sees intermediate rows of a forward pass as they are computed, in the order of the graph. For
 * comparing with the reference's own trace; {@link #NONE} costs nothing.
 */
@FunctionalInterface
public interface Trace {
  /** Looks at nothing. */
  Trace NONE = (tensor, layer, rows, count, width) -> {};

  /** What can be seen, under the reference's names for it. */
  enum Tensor {
    /** The tokens' embeddings. */
    EMBD("embd"),
    /** The row that queries, keys and values are computed from. */
    ATTN_NORM("attn_norm"),
    /** Queries, rotated. */
    QCUR("Qcur"),
    /** Keys, rotated. */
    KCUR("Kcur"),
    /** Values. */
    VCUR("Vcur"),
    /** What attention gathered, before its output matrix. */
    KQV_OUT("kqv_out"),
    /** What attention adds to the row. */
    ATTN_OUT("attn_out"),
    /** The row that enters the feed-forward. */
    FFN_INP("ffn_inp"),
    /** The same, normalised. */
    FFN_NORM("ffn_norm"),
    /** The gate before its activation. */
    FFN_GATE("ffn_gate"),
    /** What the gate lets through or not. */
    FFN_UP("ffn_up"),
    /** The gated row. */
    FFN_SWIGLU("ffn_swiglu"),
    /** What the feed-forward adds to the row. */
    FFN_OUT("ffn_out"),
    /** The row that leaves the layer. */
    L_OUT("l_out"),
    /** The last layer's row, normalised. */
    RESULT_NORM("result_norm"),
    /** Logits. */
    RESULT_OUTPUT("result_output");

    private final String ggmlName;

    Tensor(String ggmlName) {
      this.ggmlName = ggmlName;
    }

    /** Returns the reference's name of this tensor; {@code layer} is -1 outside the layers. */
    public String name(int layer) {
      return layer < 0 ? ggmlName : ggmlName + "-" + layer;
    }
  }

  /**
   * Shows {@code count} rows of {@code width} values, row by row from the array's beginning.
   *
   * @param layer from 0, or -1 for a tensor outside the layers
   * @param rows the pass's own memory: to be read now, and not to be changed or kept
   */
  void see(Tensor tensor, int layer, float[] rows, int count, int width);
}
