// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AnswerTextTest {
  private static final int CASES = 20_000;
  private static final byte[] HALF = {(byte) 0xe2, (byte) 0x82};

  @Test
  void textThatMayBeginAStopStringIsHeldBackWhole() {
    AnswerText text = new AnswerText(List.of("END", "\n\n"));
    assertThat(push(text, "the E")).contains("");
    assertThat(push(text, "N")).contains("");
    assertThat(push(text, "d")).contains("the ENd");
    assertThat(push(text, "\n")).contains("");
    assertThat(text.finish()).asString(UTF_8).isEqualTo("\n");
  }

  @Test
  void nothingIsHeldBackWhenTheLastTokenIsKnown() {
    AnswerText text = new AnswerText(List.of("END"));
    assertThat(push(text, "the E")).contains("");
    assertThat(text.push(new byte[0], true).map(b -> new String(b, UTF_8))).contains("the E");
    assertThat(text.finish()).isEmpty();
  }

  @Test
  void theEarliestOfSeveralStopStringsEndsTheText() {
    AnswerText text = new AnswerText(List.of("three", "two"));
    assertThat(push(text, "one two three")).contains("one ");
    assertThat(text.stop()).contains("two");
    assertThat(text.finish()).isEmpty();
  }

  @Test
  void aStopStringThatBeginsInsideABrokenOffOneIsFound() {
    AnswerText text = new AnswerText(List.of("aab"));
    assertThat(push(text, "aa")).contains("");
    assertThat(push(text, "ab!")).contains("a");
    assertThat(text.stop()).contains("aab");
  }

  @Test
  void aTokenThatEndsInsideOfACharacterGivesNothingOut() {
    AnswerText text = new AnswerText(List.of());
    assertThat(text.push(HALF, false)).isEmpty();
    assertThat(text.push(new byte[] {(byte) 0xac}, false).map(b -> new String(b, UTF_8)))
        .contains("€");
    assertThat(text.push(HALF, false)).isEmpty();
    assertThat(text.finish()).isEqualTo(HALF);
  }

  @Test
  void everyCharacterIsGivenOutOnceUpToAStopString() {
    for (int n = 0; n < CASES; n++) {
      Random random = new Random(n);
      List<String> stops =
          Stream.generate(() -> letters(random, 1 + random.nextInt(4)))
              .limit(random.nextInt(4))
              .toList();
      String whole = letters(random, random.nextInt(30));
      AnswerText text = new AnswerText(stops);
      StringBuilder out = new StringBuilder();
      int at = 0;
      while (at < whole.length() && text.stop().isEmpty()) {
        int end = Math.min(whole.length(), at + random.nextInt(5));
        push(text, whole.substring(at, end)).ifPresent(out::append);
        at = end;
      }
      out.append(new String(text.finish(), UTF_8));
      String what = "seed " + n + ": '" + whole + "' with stops " + stops;
      assertThat(stops.stream().anyMatch(out.toString()::contains)).as(what).isFalse();
      if (text.stop().isPresent()) {
        assertThat(whole).as(what).startsWith(out + text.stop().get());
      } else {
        assertThat(out.toString()).as(what).isEqualTo(whole);
      }
    }
  }

  private static Optional<String> push(AnswerText text, String piece) {
    return text.push(piece.getBytes(UTF_8), false).map(b -> new String(b, UTF_8));
  }

  private static String letters(Random random, int length) {
    return random
        .ints(length, 'a', 'd')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
