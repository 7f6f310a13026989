// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitPatternTest {
  /** The expressions in use, whose language java.util.regex shares where there is little text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'s|'re| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)",
        "'[sS]|'[rR][eE]|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
            + "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
        "\\s+$",
        "[\\r\\n]",
        "\\s?[!-/:-~]+",
        "[0-9][0-9][0-9]",
        "[\\p{P}\\$\\+<=>\\^~\\|]+",
        "\\p{N}{2,3}",
        "[^\\n]+|[\\n]+"
      })
  void splitsAsAnyRegexEngineDoes(String regex) {
    long seed = 11;
    Random random = new Random(seed);
    String alphabet = "ab'sre 12 \n\r\t.!$é中";
    Pattern pattern = Pattern.compile(regex);
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      assertThat(ends(regex, text.toString()))
          .as("seed %d, round %d: %s", seed, round, text)
          .isEqualTo(ends(pattern.matcher(text), text.length()));
    }
  }

  @Test
  void eachPieceIsMatchedAsIfItWereAlone() {
    IntList pieces = new IntList();
    pieces.add(2);
    pieces.add(4);
    IntList finer = PatternParser.parse("\\s+(?!\\S)").split("a  b".codePoints().toArray(), pieces);
    assertThat(finer.toArray()).containsExactly(1, 2, 4);
  }

  @Test
  void refusesWhatItDoesNotUnderstand() {
    assertThatThrownBy(() -> PatternParser.parse("a{1")).hasMessageContaining("'}'");
    assertThatThrownBy(() -> PatternParser.parse("a$b")).hasMessageContaining("not understood");
  }

  private static List<Integer> ends(String regex, String text) {
    IntList whole = new IntList();
    whole.add(text.length());
    IntList ends = PatternParser.parse(regex).split(text.codePoints().toArray(), whole);
    List<Integer> list = new ArrayList<>();
    for (int end : ends.toArray()) {
      list.add(end);
    }
    return list;
  }

  private static List<Integer> ends(Matcher matcher, int length) {
    List<Integer> ends = new ArrayList<>();
    int last = 0;
    while (matcher.find()) {
      if (matcher.start() > last) {
        ends.add(matcher.start());
      }
      last = matcher.end();
      ends.add(last);
    }
    if (last < length) {
      ends.add(length);
    }
    return ends;
  }
}
