// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import bankml.gguf.Cursor.Malformed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the tensor directory and checks each line of it by itself (reference: {@code
 * ggml/src/gguf.cpp}, {@code gguf_init_from_reader}).
 */
final class TensorReader {
  /**
   * The fewest bytes of a line: a name's length, a dimension count, one dimension, type, offset.
   */
  static final long LEAST_LINE =
      Long.BYTES + Integer.BYTES + Long.BYTES + Integer.BYTES + Long.BYTES;

  private static final int MOST_DIMS = 4;
  private static final int LONGEST_NAME = 63;

  private final Cursor in;
  private final Reasons reasons;
  private final MetadataReader names;

  TensorReader(Cursor in, Reasons reasons) {
    this.in = in;
    this.reasons = reasons;
    this.names = new MetadataReader(in, reasons);
  }

  /** Reads {@code count} lines and returns the sound ones; the others have become reasons. */
  List<TensorInfo> read(long count) {
    List<TensorInfo> tensors = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (long i = 0; i < count; i++) {
      long at = in.position();
      String name = names.name("tensor " + i);
      int bytes = name.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > LONGEST_NAME) {
        reasons.add(
            "the name of tensor %d at byte %d has %d bytes; up to %d are accepted"
                .formatted(i, at, bytes, LONGEST_NAME));
      }
      if (!seen.add(name)) {
        reasons.add("tensor '" + name + "' at byte " + at + " is there twice; once is accepted");
      }
      line(name).ifPresent(tensors::add);
    }
    return tensors;
  }

  private Optional<TensorInfo> line(String name) {
    String tensor = "tensor '" + name + "'";
    long dimsAt = in.position();
    List<Long> dims = dims(tensor);
    int typeId = in.i32();
    long offset = in.i64();
    boolean zero = false;
    for (int i = 0; i < dims.size(); i++) {
      if (dims.get(i) <= 0) {
        zero = true;
        reasons.add(
            tensor,
            "dims[%d] is %s; 1 to 2^63 - 1 is accepted"
                .formatted(i, Long.toUnsignedString(dims.get(i))));
      }
    }
    if (dims.isEmpty()) {
      zero = true;
      reasons.add(tensor + " at byte " + dimsAt + " has 0 dimensions; 1 to 4 are accepted");
    }
    Optional<GgmlType> type = GgmlType.ofId(typeId);
    if (type.isEmpty()) {
      reasons.add(tensor, ForeignTypes.reason(typeId));
    }
    if (zero || type.isEmpty()) {
      return Optional.empty();
    }
    return sized(tensor, new TensorInfo(name, dims, type.get(), offset));
  }

  private List<Long> dims(String tensor) {
    long at = in.position();
    long count = Integer.toUnsignedLong(in.i32());
    if (count > MOST_DIMS) {
      throw new Malformed(
          "%s: the number of dimensions at byte %d is %d; 1 to %d are accepted"
              .formatted(tensor, at, count, MOST_DIMS));
    }
    List<Long> dims = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      dims.add(in.i64());
    }
    return dims;
  }

  private Optional<TensorInfo> sized(String tensor, TensorInfo info) {
    GgmlType type = info.type();
    long row = info.dims().getFirst();
    if (row % type.blockSize() != 0) {
      reasons.add(
          tensor,
          "dims[0] is %d; a multiple of %s's block of %d is accepted"
              .formatted(row, type, type.blockSize()));
      return Optional.empty();
    }
    if (overflows(info)) {
      reasons.add(
          tensor,
          "the size of %s in %s overflows; up to 2^63 - 1 elements and bytes are accepted"
              .formatted(info.dims(), type));
      return Optional.empty();
    }
    return Optional.of(info);
  }

  private static boolean overflows(TensorInfo info) {
    try {
      return info.bytes() < 0;
    } catch (ArithmeticException e) {
      return true;
    }
  }
}
