// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A place in the beginning of a file. Every step is checked against the bytes at hand and against
 * the file's size first, in arithmetic that cannot overflow: positions and sizes stay within the
 * file's size, which is a long.
 */
final class Cursor {
  /**
   * What one string, array or list may claim past the file's end and still count as a file that was
   * cut short; the whole header of the models known is smaller. A larger claim is a false number.
   */
  static final long LARGEST_CREDIBLE_CLAIM = 16L << 20;

  /** The bytes that a header may have. It is held in memory; the largest known is near 16 MB. */
  static final long LARGEST_HEADER = 256L << 20;

  private final MemorySegment prefix;
  private final long fileSize;
  private long position;

  /** Starts at the first byte. {@code prefix} is the first bytes of a file of {@code fileSize}. */
  Cursor(MemorySegment prefix, long fileSize) {
    this.prefix = prefix;
    this.fileSize = fileSize;
  }

  long position() {
    return position;
  }

  int u8() {
    return Byte.toUnsignedInt(prefix.get(ValueLayout.JAVA_BYTE, step(Byte.BYTES)));
  }

  short i16() {
    return prefix.get(LittleEndian.SHORT, step(Short.BYTES));
  }

  int i32() {
    return prefix.get(LittleEndian.INT, step(Integer.BYTES));
  }

  long i64() {
    return prefix.get(LittleEndian.LONG, step(Long.BYTES));
  }

  float f32() {
    return prefix.get(LittleEndian.FLOAT, step(Float.BYTES));
  }

  double f64() {
    return prefix.get(LittleEndian.DOUBLE, step(Double.BYTES));
  }

  /** Steps over the next {@code count} bytes, which have been claimed, and returns them. */
  MemorySegment bytes(long count) {
    return prefix.asSlice(step(count), count);
  }

  /** Returns the bytes from {@code start} to here. */
  MemorySegment since(long start) {
    return prefix.asSlice(start, position - start);
  }

  /**
   * Checks that {@code count} things of at least {@code size} bytes each can follow, before
   * anything is done for each of them.
   *
   * @param count unsigned
   * @param what the field that holds the count, for the reason
   */
  void claim(long count, long size, String what) {
    long left = fileSize - position;
    long most = Math.max(left, LARGEST_CREDIBLE_CLAIM);
    if (Long.compareUnsigned(count, most / size) > 0) {
      throw new Malformed(
          "%s is %s, at least %d bytes each, but the file of %d bytes has %d left after it"
              .formatted(what, Long.toUnsignedString(count), size, fileSize, left));
    }
    need(count * size);
  }

  private long step(long count) {
    need(count);
    long at = position;
    position += count;
    return at;
  }

  private void need(long count) {
    if (count > LARGEST_HEADER - position) {
      throw new Malformed(
          "the header goes on to byte %s; up to %d is accepted"
              .formatted(Long.toUnsignedString(position + count), LARGEST_HEADER));
    }
    if (count > prefix.byteSize() - position) {
      throw new PrefixEnds(position + count);
    }
  }

  /** The structure is broken here: what follows cannot be read. */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Malformed(String reason) {
      super(reason, null, false, false);
    }

    /** Returns the reason to refuse the file. */
    String reason() {
      return String.valueOf(getMessage());
    }
  }

  /** The prefix ends before byte {@code atLeast}. */
  static final class PrefixEnds extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long atLeast;

    PrefixEnds(long atLeast) {
      super("the prefix ends", null, false, false);
      this.atLeast = atLeast;
    }

    long atLeast() {
      return atLeast;
    }
  }
}
