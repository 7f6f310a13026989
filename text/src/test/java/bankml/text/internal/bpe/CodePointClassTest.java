// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.testkit.OracleLog;
import bankml.testkit.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CodePointClassTest {
  private static final int COUNT = Character.MAX_CODE_POINT + 1;

  /** The reference's flags ({@code src/unicode.h}) as our letters. */
  private static final Map<Integer, Character> LETTER_OF_FLAG =
      Map.of(1, '-', 2, 'N', 4, 'L', 8, 'Z', 0x10, 'M', 0x20, 'P', 0x40, 'S', 0x80, 'C');

  @Test
  void theTableIsTheOneThatWasComparedWithTheReference() throws NoSuchAlgorithmException {
    byte[] letters = new byte[COUNT];
    for (int c = 0; c < COUNT; c++) {
      letters[c] = (byte) CodePointClass.of(c);
    }
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(letters);
    assertThat(HexFormat.of().formatHex(digest))
        .isEqualTo("e3331a54b52fb6810c402a55a865bcde34dd93f9392d38944664a8c4b9c87c2c");
  }

  @Tag("oracle")
  @Test
  void everyCodePointHasTheReferencesClassAndWhiteSpace() throws IOException {
    Optional<Reference> reference = Reference.find();
    if (reference.isEmpty()) {
      OracleLog.equal("unicode-classes", OracleLog.Authority.NONE, 0);
      return;
    }
    String source = Files.readString(reference.get().sourceFile("src/unicode-data.cpp"));
    char[] classes = classes(source);
    boolean[] spaces = spaces(source);
    for (int c = 0; c < COUNT; c++) {
      boolean looksLikeSpace = PatternParser.WHITE_SPACE.contains(CodePointClass.asPatternsSee(c));
      if (CodePointClass.of(c) != classes[c] || looksLikeSpace != spaces[c]) {
        throw new AssertionError("U+%04X should be %s".formatted(c, classes[c]));
      }
    }
    OracleLog.equal("unicode-classes", OracleLog.Authority.LIVE, COUNT);
  }

  private static char[] classes(String source) {
    char[] classes = new char[COUNT];
    Pattern range = Pattern.compile("\\{0x(\\p{XDigit}+), 0x(\\p{XDigit}+)}");
    for (MatchResult match : all(range, table(source, "unicode_ranges_flags"))) {
      int first = Integer.parseInt(match.group(1), 16);
      if (first < COUNT) {
        Character letter = LETTER_OF_FLAG.get(Integer.parseInt(match.group(2), 16));
        Arrays.fill(classes, first, COUNT, letter == null ? '?' : letter);
      }
    }
    return classes;
  }

  private static boolean[] spaces(String source) {
    boolean[] spaces = new boolean[COUNT];
    Pattern number = Pattern.compile("0x(\\p{XDigit}+)");
    for (MatchResult match : all(number, table(source, "unicode_set_whitespace"))) {
      spaces[Integer.parseInt(match.group(1), 16)] = true;
    }
    return spaces;
  }

  private static String table(String source, String name) {
    int start = source.indexOf(name);
    return source.substring(start, source.indexOf("};", start));
  }

  private static List<MatchResult> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }
}
