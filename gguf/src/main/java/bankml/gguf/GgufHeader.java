// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.util.List;
import java.util.Optional;

/**
 * Everything in a GGUF file before its tensor data.
 *
 * @param version 2 or 3
 * @param metadata the keys and values
 * @param tensors the tensor directory, in the order of the file
 * @param alignment what tensors are padded to in the data section, in bytes; a power of two
 * @param dataOffset bytes from the file's start to the data section
 */
public record GgufHeader(
    int version, Metadata metadata, List<TensorInfo> tensors, long alignment, long dataOffset) {
  /** Takes a copy of {@code tensors}. */
  public GgufHeader {
    tensors = List.copyOf(tensors);
  }

  /** Returns the tensor called {@code name}, if there is one. */
  public Optional<TensorInfo> find(String name) {
    return tensors.stream().filter(t -> t.name().equals(name)).findFirst();
  }
}
