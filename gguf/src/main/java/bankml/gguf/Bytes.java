// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** The bytes of a header in the making: little-endian numbers, and strings after their length. */
final class Bytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] of(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_BYTE);
  }

  void bytes(byte[] bytes) {
    out.writeBytes(bytes);
  }

  /** Writes the low {@code size} bytes of {@code value}. */
  void number(long value, int size) {
    for (int i = 0; i < size; i++) {
      out.write((int) (value >>> (8 * i)));
    }
  }

  void i32(int value) {
    number(value, Integer.BYTES);
  }

  void i64(long value) {
    number(value, Long.BYTES);
  }

  void string(byte[] bytes) {
    i64(bytes.length);
    bytes(bytes);
  }

  long size() {
    return out.size();
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }

  MemorySegment segment() {
    return MemorySegment.ofArray(toByteArray());
  }
}
