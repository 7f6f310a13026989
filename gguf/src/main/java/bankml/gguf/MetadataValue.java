// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * One value of a file's metadata. Text and arrays stay the bytes of the file until they are asked
 * for, so that reading a header costs no more memory than the header.
 */
public sealed interface MetadataValue {

  /** Returns the type that the file gives for the value. */
  ValueType type();

  /**
   * A whole number of any width.
   *
   * @param bits the value; of an u64 the same 64 bits
   */
  record Whole(ValueType type, long bits) implements MetadataValue {}

  /** An f32, widened, or an f64. */
  record Real(ValueType type, double value) implements MetadataValue {}

  /** A bool: any byte but 0 is true, as the reference reads it. */
  record Flag(boolean value) implements MetadataValue {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }
  }

  /** A string: bytes that should be UTF-8. */
  record Text(MemorySegment utf8) implements MetadataValue {
    @Override
    public ValueType type() {
      return ValueType.STR;
    }

    /** Returns the text, with U+FFFD for what is not UTF-8. */
    public String string() {
      return new String(utf8.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
  }

  /**
   * An array.
   *
   * @param elementType the type of each element
   * @param count how many there are
   * @param elements the elements as they are in the file, one after another
   */
  record Array(ValueType elementType, long count, MemorySegment elements) implements MetadataValue {
    @Override
    public ValueType type() {
      return ValueType.ARR;
    }
  }
}
