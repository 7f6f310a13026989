// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import bankml.gguf.GgmlType;
import bankml.gguf.Refusal;
import bankml.kernels.internal.Matrices;
import java.lang.foreign.MemorySegment;

/**
 * A weight matrix ready to multiply: {@code rows} outputs, {@code cols} inputs, in the type of its
 * file. Its products follow the reference's order of operations, chosen for each activation row by
 * its {@link RowClass} alone. Safe for use by several threads at a time.
 */
public interface Matrix {
  /** Whether the reference would hold this matrix in its repacking buffers. */
  enum Repack {
    /**
     * As the reference's default for the weights of layers and for an output matrix of its own:
     * types that {@code ggml-cpu/repack.cpp} repacks on AVX2 take those products.
     */
    ON,
    /**
     * Never repacked: token embeddings (also where they serve as output), or {@code --no-repack}.
     */
    OFF
  }

  /**
   * Binds the stored rows of a tensor to their products.
   *
   * @param data the tensor's bytes, {@code rows} rows of {@code cols} values each; must stay
   *     readable as long as the matrix is used
   * @throws Refusal when there are no products for the type, or {@code cols} is not a whole number
   *     of its blocks
   */
  static Matrix of(
      GgmlType type, MemorySegment data, int rows, int cols, Repack repack, Provider provider) {
    return Matrices.of(type, data, rows, cols, repack, provider);
  }

  /** Returns the number of outputs. */
  int rows();

  /** Returns the number of inputs, the width of an activation row. */
  int cols();

  /**
   * Multiplies every activation row: {@code y[i * rows + r]} = row {@code r} of the matrix times
   * row {@code i} of {@code x}. The order of operations of each element is that of {@code
   * ggml_compute_forward_mul_mat} (ggml-cpu.c) for a row of its class.
   */
  void multiply(Activations x, float[] y, Workers workers);

  /** Returns whether rows of both classes take the same product, and so have the same bits. */
  boolean sameProduct(RowClass a, RowClass b);

  /**
   * Writes the {@code cols} values of one stored row to {@code out} from {@code offset}, as the
   * reference's {@code get_rows} does (ggml-cpu/ops.cpp, {@code dequantize_row_*} of
   * ggml-quants.c).
   */
  void dequantizeRow(int row, float[] out, int offset);
}
