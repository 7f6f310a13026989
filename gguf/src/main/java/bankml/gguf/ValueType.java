// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.util.Locale;
import java.util.Optional;

/**
 * The types of metadata values (reference: {@code ggml/include/gguf.h}, {@code enum gguf_type}).
 */
public enum ValueType {
  U8(0, 1),
  I8(1, 1),
  U16(2, 2),
  I16(3, 2),
  U32(4, 4),
  I32(5, 4),
  F32(6, 4),
  BOOL(7, 1),
  /** An u64 length and that many bytes. */
  STR(8, 0),
  /** An u32 element type, an u64 count, and that many elements. */
  ARR(9, 0),
  U64(10, 8),
  I64(11, 8),
  F64(12, 8);

  private static final ValueType[] VALUES = values();

  private final int id;
  private final int size;

  ValueType(int id, int size) {
    this.id = id;
    this.size = size;
  }

  /** Returns the bytes of a value, or 0 where the value says itself how long it is. */
  public int size() {
    return size;
  }

  /** Returns the fewest bytes that a value of this type takes in a file. */
  int leastSize() {
    return switch (this) {
      case STR -> Long.BYTES;
      case ARR -> Integer.BYTES + Long.BYTES;
      default -> size;
    };
  }

  /** Returns the number that stands for this type in a file. */
  public int id() {
    return id;
  }

  /** Returns the type that {@code id} stands for, or nothing when there is none. */
  public static Optional<ValueType> ofId(int id) {
    return id >= 0 && id < VALUES.length ? Optional.of(VALUES[id]) : Optional.empty();
  }

  /** Returns the name as the reference writes it, such as {@code u32}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
