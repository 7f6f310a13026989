// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.util.List;

/**
 * Checks that the tensors lie in the data section one after another, each padded to the alignment,
 * and all within the file (reference: the end of {@code gguf_init_from_reader} in {@code
 * ggml/src/gguf.cpp}, and {@code llama_tensor_weight} in {@code src/llama-model-loader.h}).
 *
 * <p>It also tells the old layout of {@code Q2_0} from the present one. Both are type 42; the old
 * one has blocks of 128 weights in 34 bytes where the present one has 64 in 18. The header does not
 * say which, but the distance to the next tensor, or to the file's end, does.
 */
final class LayoutCheck {
  private static final long OLD_Q2_0_BLOCK = 128;
  private static final long OLD_Q2_0_BYTES = 34;

  private static final String OLD_Q2_0 =
      "Q2_0 in the old layout of 128 weights in 34 bytes; 64 in 18 are accepted";

  private final List<TensorInfo> tensors;
  private final long alignment;

  /** Bytes of the file from the start of the data section on. */
  private final long available;

  private final long fileSize;
  private final Reasons reasons;

  /** Will check the tensors of {@code header}, each of them sound by itself. */
  LayoutCheck(GgufHeader header, long fileSize, Reasons reasons) {
    this.tensors = header.tensors();
    this.alignment = header.alignment();
    this.available = fileSize - header.dataOffset();
    this.fileSize = fileSize;
    this.reasons = reasons;
  }

  /** Adds every reason that the places of the tensors give. */
  void check() {
    if (available < 0) {
      reasons.add(
          "the data section starts at byte %d, past the end of the file of %d bytes"
              .formatted(fileSize - available, fileSize));
      return;
    }
    for (int i = 0; i < tensors.size(); i++) {
      checkOffset(i);
      checkEnd(i);
    }
  }

  private void checkOffset(int i) {
    TensorInfo tensor = tensors.get(i);
    long offset = tensor.offset();
    if ((offset & (alignment - 1)) != 0) {
      reasons.add(place(tensor), "not aligned; a multiple of " + alignment + " is accepted");
      return;
    }
    long expected = i == 0 ? 0 : padded(tensors.get(i - 1).offset() + tensors.get(i - 1).bytes());
    if (offset == expected) {
      return;
    }
    if (i > 0 && isOldQ2(tensors.get(i - 1), offset)) {
      reasons.add("tensor '" + tensors.get(i - 1).name() + "'", OLD_Q2_0);
      return;
    }
    reasons.add(
        "%s does not follow the tensor before it; offset %s is accepted"
            .formatted(place(tensor), Long.toUnsignedString(expected)));
  }

  private void checkEnd(int i) {
    TensorInfo tensor = tensors.get(i);
    long offset = tensor.offset();
    boolean inside = offset >= 0 && offset <= available && tensor.bytes() <= available - offset;
    if (inside) {
      return;
    }
    if (i == tensors.size() - 1 && isOldQ2(tensor, padded(available))) {
      reasons.add("tensor '" + tensor.name() + "'", OLD_Q2_0);
      return;
    }
    reasons.add(
        place(tensor),
        "not within the file of %d bytes, whose data section has %d"
            .formatted(fileSize, available));
  }

  /** Whether {@code tensor} ends where the old layout of its type would, with {@code end} next. */
  private boolean isOldQ2(TensorInfo tensor, long end) {
    if (tensor.type() != GgmlType.Q2_0 || tensor.dims().getFirst() % OLD_Q2_0_BLOCK != 0) {
      return false;
    }
    long oldBytes = tensor.elements() / OLD_Q2_0_BLOCK * OLD_Q2_0_BYTES;
    return padded(tensor.offset() + oldBytes) == end;
  }

  private static String place(TensorInfo tensor) {
    return "tensor '%s' of %d bytes at offset %s"
        .formatted(tensor.name(), tensor.bytes(), Long.toUnsignedString(tensor.offset()));
  }

  private long padded(long bytes) {
    return (bytes + alignment - 1) & -alignment;
  }
}
