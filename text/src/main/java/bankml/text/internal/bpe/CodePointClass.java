// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * The first letter of each code point's Unicode general category, of the Unicode version that the
 * reference's tables are made from ({@code src/unicode-data.cpp}), whatever the JDK's is.
 */
public final class CodePointClass {
  private static final String TABLE = "unicode-15.1-classes.txt";

  private static final byte UNASSIGNED = '-';

  private static final byte[] CLASSES = read();

  private CodePointClass() {}

  /** Returns {@code N L Z M P S} or {@code C}, or {@code -} where nothing is assigned. */
  public static char of(int codePoint) {
    return (char) CLASSES[codePoint];
  }

  /**
   * Returns how the pre-tokenizers' patterns see {@code codePoint}: every white space outside ASCII
   * looks like a vertical tab ({@code src/unicode.cpp}, {@code unicode_regex_split}).
   */
  public static int asPatternsSee(int codePoint) {
    boolean foreignSpace = codePoint > 0x7F && (of(codePoint) == 'Z' || codePoint == 0x85);
    return foreignSpace ? 0x0B : codePoint;
  }

  private static byte[] read() {
    byte[] classes = new byte[Character.MAX_CODE_POINT + 1];
    InputStream table =
        Objects.requireNonNull(CodePointClass.class.getResourceAsStream(TABLE), TABLE);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(table, StandardCharsets.US_ASCII))) {
      int start = 0;
      byte letter = UNASSIGNED;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          int space = line.indexOf(' ');
          int next = Integer.parseInt(line, 0, space, 16);
          Arrays.fill(classes, start, next, letter);
          start = next;
          letter = (byte) line.charAt(space + 1);
        }
      }
      Arrays.fill(classes, start, classes.length, letter);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return classes;
  }
}
