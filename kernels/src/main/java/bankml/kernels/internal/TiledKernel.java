// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * Attention of rows by tiles of 64 cells: {@code ggml_compute_forward_flash_attn_ext_tiled} of
 * {@code ggml-cpu/ops.cpp}. All in float: a score is one chain of FMAs over the head's elements; a
 * tile's weights are ggml's exponential, summed by eights in float and then in double; the sum of
 * values is one chain of FMAs over the cells. An instance owns scratch memory: one call at a time.
 */
public interface TiledKernel {
  /** Attends with each row of the tile to the cells up to its position and writes the results. */
  void attend(QueryTile tile, HeadCells cells);
}
