// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamDecoderTest {
  private final StreamDecoder decoder = new StreamDecoder(SmallVocabulary.builder().build());

  @Test
  void holdsACharacterBackUntilItsLastByte() {
    byte[] emoji = "x\uD83D\uDE00y".getBytes(StandardCharsets.UTF_8);
    assertThat(decoder.push(Arrays.copyOfRange(emoji, 0, 2))).isEqualTo("x");
    assertThat(decoder.push(Arrays.copyOfRange(emoji, 2, 3))).isEmpty();
    assertThat(decoder.push(Arrays.copyOfRange(emoji, 3, 6))).isEqualTo("\uD83D\uDE00y");
    assertThat(decoder.finish()).isEmpty();
  }

  @Test
  void pushesTokensOfSingleBytes() {
    Tokenizer tokenizer = SmallVocabulary.builder().build();
    StreamDecoder stream = new StreamDecoder(tokenizer);
    StringBuilder text = new StringBuilder();
    for (int token : tokenizer.encode("né\uD83D\uDE00中", false, false)) {
      text.append(stream.push(token));
    }
    assertThat(text).hasToString("né\uD83D\uDE00中");
  }

  @ParameterizedTest
  @CsvSource({"c3", "e4b8", "f09f98", "f0"})
  void aDanglingBeginningEndsAsOneReplacementCharacter(String hex) {
    assertThat(decoder.push(HexFormat.of().parseHex(hex))).isEmpty();
    assertThat(decoder.finish()).isEqualTo("\uFFFD");
    assertThat(decoder.finish()).isEmpty();
    assertThat(decoder.push(new byte[] {'a'})).isEqualTo("a");
  }

  /** The examples of the Unicode Standard, chapter 3, table 3-8 and following. */
  @ParameterizedTest
  @CsvSource({
    "80, 1",
    "c0af, 2",
    "e080bf, 3",
    "eda080, 3",
    "f4918080, 4",
    "ff41, 1",
    "e18041, 1",
    "f1808041, 1",
    "c2c2a9, 1",
    "f0908d, 1",
    "e4b8f09f, 2"
  })
  void invalidBytesBecomeOneReplacementForEachLongestBeginning(String hex, int replacements) {
    String text = decoder.push(HexFormat.of().parseHex(hex)) + decoder.finish();
    assertThat(text.codePoints().filter(c -> c == 0xFFFD)).hasSize(replacements);
  }

  @Test
  void theTextDoesNotDependOnHowTheBytesAreCut() {
    long seed = 7;
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      byte[] bytes = new byte[random.nextInt(24)];
      random.nextBytes(bytes);
      String whole = decoder.push(bytes) + decoder.finish();
      StringBuilder cut = new StringBuilder();
      for (byte b : bytes) {
        cut.append(decoder.push(new byte[] {b}));
      }
      assertThat(cut + decoder.finish()).as("seed %d, round %d", seed, round).isEqualTo(whole);
    }
  }

  @Test
  void everyCharacterSurvives() {
    StringBuilder all = new StringBuilder();
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (Character.getType(c) != Character.SURROGATE) {
        all.appendCodePoint(c);
      }
    }
    String text = all.toString();
    assertThat(decoder.push(text.getBytes(StandardCharsets.UTF_8)).equals(text)).isTrue();
  }
}
