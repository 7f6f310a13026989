// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.util.List;

/**
 * One line of the tensor directory, checked: the sizes neither overflow nor break a block.
 *
 * @param name the tensor's name, such as {@code blk.0.attn_q.weight}
 * @param dims elements per dimension, {@code dims[0]} the length of a row; 1 to 4 of them, each at
 *     least 1
 * @param type how the elements are stored
 * @param offset bytes from the start of the data section to the tensor
 */
public record TensorInfo(String name, List<Long> dims, GgmlType type, long offset) {
  /** Takes a copy of {@code dims}. */
  public TensorInfo {
    dims = List.copyOf(dims);
  }

  /** Returns the number of elements. */
  public long elements() {
    long n = 1;
    for (long dim : dims) {
      n = Math.multiplyExact(n, dim);
    }
    return n;
  }

  /** Returns the bytes of the whole tensor, without padding. */
  public long bytes() {
    long rows = elements() / dims.getFirst();
    return Math.multiplyExact(rows, type.rowBytes(dims.getFirst()));
  }
}
