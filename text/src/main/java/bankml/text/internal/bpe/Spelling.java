// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** How a vocabulary spells text in its tokens. */
enum Spelling {
  /**
   * Every byte of the text's UTF-8 is a printable character of its own (GPT-2's alphabet, {@code
   * unicode_byte_to_utf8} in the reference's {@code src/unicode.cpp}): the printable characters of
   * Latin-1 stand for themselves, the other bytes for U+0100 and up.
   */
  BYTE_LEVEL {
    @Override
    int spell(int codePoint, byte[] into, int at) {
      int start = at + MOST_BYTES / 2;
      int end = utf8(codePoint, into, start);
      int to = at;
      for (int i = start; i < end; i++) {
        to = utf8(CHARACTER_OF_BYTE[into[i] & 0xFF], into, to);
      }
      return to;
    }

    @Override
    byte[] fallback(int b) {
      return new byte[] {(byte) b};
    }

    @Override
    byte[] decode(byte[] token) {
      String text = new String(token, StandardCharsets.UTF_8);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      text.codePoints().forEach(c -> bytes.writeBytes(byteOf(c, text)));
      return bytes.toByteArray();
    }
  },

  /** The text's UTF-8 itself, with a lower one eighth block for a space. */
  RAW_UTF8 {
    @Override
    int spell(int codePoint, byte[] into, int at) {
      return utf8(codePoint == ' ' ? SPACE_MARK : codePoint, into, at);
    }

    @Override
    byte[] fallback(int b) {
      String hex = HexFormat.of().withUpperCase().toHexDigits((byte) b);
      return ("<0x" + hex + ">").getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    byte[] decode(byte[] token) {
      return new String(token, StandardCharsets.UTF_8)
          .replace((char) SPACE_MARK, ' ')
          .getBytes(StandardCharsets.UTF_8);
    }
  };

  /** How many bytes a code point takes at most in any spelling, working space included. */
  static final int MOST_BYTES = 8;

  private static final int SPACE_MARK = '\u2581';
  private static final int[] CHARACTER_OF_BYTE = new int[256];
  private static final int[] BYTE_OF_CHARACTER = new int[512];
  private static final int NO_BYTE = -1;

  static {
    Arrays.fill(BYTE_OF_CHARACTER, NO_BYTE);
    int next = 256;
    for (int b = 0; b < 256; b++) {
      boolean printable = (b > ' ' && b < 0x7F) || (b > 0xA0 && b != 0xAD);
      CHARACTER_OF_BYTE[b] = printable ? b : next++;
      BYTE_OF_CHARACTER[CHARACTER_OF_BYTE[b]] = b;
    }
  }

  /**
   * Writes {@code codePoint} as it is spelled in tokens, and returns where the next one goes.
   *
   * @param into room for {@link #MOST_BYTES} from {@code at}
   */
  abstract int spell(int codePoint, byte[] into, int at);

  /**
   * Returns the spelling of the token that stands for the byte {@code b} of an unknown spelling.
   */
  abstract byte[] fallback(int b);

  /** Returns the bytes of text that a normal token spells. */
  abstract byte[] decode(byte[] token);

  private static byte[] byteOf(int character, String token) {
    int b = character < BYTE_OF_CHARACTER.length ? BYTE_OF_CHARACTER[character] : NO_BYTE;
    if (b != NO_BYTE) {
      return new byte[] {(byte) b};
    }
    byte[] utf8 = Character.toString(character).getBytes(StandardCharsets.UTF_8);
    String unknown = "[UNK_BYTE_0x" + HexFormat.of().formatHex(utf8) + token + "]";
    return unknown.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes {@code codePoint} in UTF-8 and returns where the next one goes. */
  private static int utf8(int codePoint, byte[] into, int at) {
    int to = at;
    if (codePoint < 0x80) {
      into[to++] = (byte) codePoint;
      return to;
    }
    int continuations = codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
    into[to++] = (byte) ((0xF00 >> (continuations + 1)) | (codePoint >> (6 * continuations)));
    for (int shift = 6 * (continuations - 1); shift >= 0; shift -= 6) {
      into[to++] = (byte) (0x80 | ((codePoint >> shift) & 0x3F));
    }
    return to;
  }
}
