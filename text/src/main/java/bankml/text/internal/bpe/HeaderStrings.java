// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import bankml.gguf.Metadata;
import bankml.gguf.MetadataValue;
import bankml.gguf.Refusal;
import bankml.gguf.ValueType;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads an array of strings of a header one after another, as bytes: a vocabulary has some hundred
 * thousand, and most are never needed as {@link String}s.
 */
final class HeaderStrings {
  private final byte[] elements;
  private final ByteBuffer lengths;
  private final int count;
  private int start;
  private int end;

  private HeaderStrings(MetadataValue.Array array) {
    elements = array.elements().toArray(ValueLayout.JAVA_BYTE);
    lengths = ByteBuffer.wrap(elements).order(ByteOrder.LITTLE_ENDIAN);
    count = Math.toIntExact(array.count());
  }

  /** Returns the strings of {@code key}; refuses where there are none. */
  static HeaderStrings of(Metadata metadata, String key) {
    if (metadata.find(key).orElse(null) instanceof MetadataValue.Array array
        && array.elementType() == ValueType.STR) {
      return new HeaderStrings(array);
    }
    throw Refusal.refused("key '" + key + "' is not an array of strings");
  }

  /** Returns how many strings there are. */
  int count() {
    return count;
  }

  /** Goes to the next string. */
  void advance() {
    start = end + Long.BYTES;
    end = start + Math.toIntExact(lengths.getLong(end));
  }

  /** Returns the array that the string is in. */
  byte[] bytes() {
    return elements;
  }

  /** Returns where the string begins in {@link #bytes}. */
  int start() {
    return start;
  }

  /** Returns where the string ends in {@link #bytes}. */
  int end() {
    return end;
  }
}
