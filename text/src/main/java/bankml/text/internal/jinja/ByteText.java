// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Text as the reference's strings hold it: bytes of UTF-8. Inside the engine each char of a Java
 * string is one such byte, so that lengths, slices, comparisons and case rules are the reference's.
 */
public final class ByteText {
  private static final String SPACE = " \t\n\u000B\f\r";

  private ByteText() {}

  /** Returns the bytes of {@code text}, one a char. A lone surrogate is a fault. */
  public static String encode(String text) {
    try {
      ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return StandardCharsets.ISO_8859_1.decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw new TemplateFault("the text holds half of a surrogate pair, which is no character");
    }
  }

  /** Returns the text of {@code bytes}. A fault when a template cut a character in pieces. */
  public static String decode(String bytes) {
    try {
      ByteBuffer utf8 = StandardCharsets.ISO_8859_1.encode(bytes);
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw new TemplateFault("the template cut a character in two: its text is no UTF-8");
    }
  }

  /** C's {@code isspace}. */
  static boolean isSpace(char c) {
    return SPACE.indexOf(c) >= 0;
  }

  /** C's {@code isdigit}. */
  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  /** A letter, digit or underscore of ASCII. */
  static boolean isWord(char c) {
    return isDigit(c) || isUpper(c) || isLower(c) || c == '_';
  }

  /** C's {@code toupper}: ASCII only. */
  static char upper(char c) {
    return isLower(c) ? (char) (c - 'a' + 'A') : c;
  }

  /** C's {@code tolower}: ASCII only. */
  static char lower(char c) {
    return isUpper(c) ? (char) (c - 'A' + 'a') : c;
  }
}
