// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import java.util.Arrays;

/**
 * What a token's bytes add to a text: whole characters, and perhaps the beginning of one. Bytes
 * from the first zero on do not count.
 */
final class Piece {
  private static final Piece INVALID = new Piece(new int[0], new PartialChar(0, -1));

  private final int[] codePoints;
  private final PartialChar rest;

  private Piece(int[] codePoints, PartialChar rest) {
    this.codePoints = codePoints;
    this.rest = rest;
  }

  /** Returns the whole characters, that of before completed. Not to be changed. */
  int[] codePoints() {
    return codePoints;
  }

  /** Returns what has begun. */
  PartialChar rest() {
    return rest;
  }

  /**
   * Decodes {@code bytes} after {@code before} ({@code decode_utf8} in the reference's {@code
   * src/llama-grammar.cpp}). A byte that cannot begin a character, and one that does not go on with
   * the character of before, spoil the whole piece; other bytes that should go on with a character
   * are not looked at, as there.
   */
  static Piece of(byte[] bytes, PartialChar before) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    int[] codePoints = new int[end + 1];
    int count = 0;
    int value = before.value();
    int remaining = before.remaining();
    int at = 0;
    for (; at < end && remaining > 0; at++, remaining--) {
      if ((bytes[at] & 0xc0) != 0x80) {
        return INVALID;
      }
      value = (value << 6) + (bytes[at] & 0x3f);
    }
    if (before.remaining() > 0 && remaining == 0) {
      codePoints[count++] = value;
    }
    while (at < end) {
      remaining = following(bytes[at]);
      if (remaining < 0) {
        return INVALID;
      }
      value = bytes[at++] & ((1 << (7 - remaining)) - 1);
      for (; at < end && remaining > 0; at++, remaining--) {
        value = (value << 6) + (bytes[at] & 0x3f);
      }
      if (remaining == 0) {
        codePoints[count++] = value;
      }
    }
    return new Piece(Arrays.copyOf(codePoints, count), new PartialChar(value, remaining));
  }

  /** How many bytes follow {@code first} in a character; -1 where none begins with it. */
  private static int following(byte first) {
    return switch ((first & 0xff) >>> 4) {
      case 8, 9, 10, 11 -> -1;
      case 12, 13 -> 1;
      case 14 -> 2;
      case 15 -> 3;
      default -> 0;
    };
  }
}
