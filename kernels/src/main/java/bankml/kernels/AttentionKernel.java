// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

/**
 * The three ways in which the reference computes attention on an f16 cache; they round differently,
 * so the choice is part of the answer ({@code ggml_compute_forward_flash_attn_ext_f16} of {@code
 * ggml-cpu/ops.cpp}).
 */
public enum AttentionKernel {
  /** Cell by cell with a running softmax; the sum of values is rounded to half at every cell. */
  REFERENCE,
  /** By tiles of 64 cells in floats: micro-batches of 64 rows and more. */
  TILED,
  /**
   * As {@link #REFERENCE} in equal chunks of the cells, one a reference thread, combined in order:
   * rows that are alone, from 512 padded cells on.
   */
  SPLIT_KV;

  private static final int CELL_PADDING = 256;
  private static final int TILED_ROWS = 64;
  private static final int SPLIT_CELLS = 512;

  /**
   * Returns the reference's choice.
   *
   * @param kvCells the padded cells of the cache, {@link #paddedCells}; only asked for a row that
   *     is alone
   */
  public static AttentionKernel choose(RowClass row, int kvCells) {
    if (row.microBatch() >= TILED_ROWS) {
      return TILED;
    }
    return row.isAlone() && kvCells >= SPLIT_CELLS ? SPLIT_KV : REFERENCE;
  }

  /**
   * Returns how many cells the reference looks at when the last occupied one is {@code position}:
   * the next multiple of 256 ({@code llama_kv_cache::get_n_kv}).
   */
  public static int paddedCells(int position) {
    return (position / CELL_PADDING + 1) * CELL_PADDING;
  }
}
