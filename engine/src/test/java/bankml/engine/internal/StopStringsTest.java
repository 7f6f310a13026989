// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StopStringsTest {
  private static final int CASES = 20_000;

  @Test
  void onlyWhatMayBeginAStopStringIsHeldBack() {
    StopStrings stops = new StopStrings(List.of("END", "\n\n"));
    assertThat(stops.push("the E")).isEqualTo("the ");
    assertThat(stops.push("N")).isEmpty();
    assertThat(stops.push("d\n")).isEqualTo("ENd");
    assertThat(stops.finish()).isEqualTo("\n");
  }

  @Test
  void theEarliestOfSeveralStopStringsEndsTheText() {
    StopStrings stops = new StopStrings(List.of("three", "two"));
    assertThat(stops.push("one two three")).isEqualTo("one ");
    assertThat(stops.found()).isTrue();
    assertThat(stops.finish()).isEmpty();
  }

  @Test
  void aStopStringThatBeginsInsideABrokenOffOneIsFound() {
    StopStrings stops = new StopStrings(List.of("aab"));
    assertThat(stops.push("aa")).isEmpty();
    assertThat(stops.push("ab!")).isEqualTo("a");
    assertThat(stops.found()).isTrue();
  }

  @Test
  void everyCharacterIsGivenOutOnceUpToAStopString() {
    for (int n = 0; n < CASES; n++) {
      Random random = new Random(n);
      List<String> stops =
          Stream.generate(() -> letters(random, 1 + random.nextInt(4)))
              .limit(random.nextInt(4))
              .toList();
      String text = letters(random, random.nextInt(30));
      StopStrings search = new StopStrings(stops);
      StringBuilder out = new StringBuilder();
      int at = 0;
      while (at < text.length() && !search.found()) {
        int end = Math.min(text.length(), at + random.nextInt(5));
        out.append(search.push(text.substring(at, end)));
        at = end;
      }
      out.append(search.finish());
      String what = "seed " + n + ": '" + text + "' with stops " + stops;
      assertThat(stops.stream().anyMatch(out.toString()::contains)).as(what).isFalse();
      if (search.found()) {
        assertThat(stops.stream().anyMatch(stop -> text.startsWith(out + stop))).as(what).isTrue();
      } else {
        assertThat(out.toString()).as(what).isEqualTo(text);
      }
    }
  }

  private static String letters(Random random, int length) {
    return random
        .ints(length, 'a', 'd')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
