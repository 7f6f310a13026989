// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * Attention of one row with a running softmax over cells, one cell after another: {@code
 * ggml_compute_forward_flash_attn_ext_f16_one_chunk} of {@code ggml-cpu/ops.cpp}. The query is
 * rounded to half; a score is {@code ggml_vec_dot_f16} in four accumulators of eight lanes; a new
 * maximum scales what was summed; the sum of values is rounded to half after each scaling and each
 * cell. An instance owns scratch memory: one call at a time.
 */
public interface OnlineKernel {
  /** Attends with the tile's only row to the cells {@code from} to {@code to - 1}. */
  void attend(QueryTile tile, HeadCells cells, int from, int to, Partial result);
}
