// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerTest {
  private static final int FIRST_ADDED = 256;

  @Test
  void mergesTheLowestRankFirstAndThenTheLeftmost() {
    Tokenizer tokenizer =
        SmallVocabulary.builder().merge("b", "c").merge("a", "b").merge("a", "a").build();
    assertThat(tokenizer.encode("abc", false, false)).containsExactly('a', FIRST_ADDED);
    assertThat(tokenizer.encode("aaab", false, false))
        .containsExactly(FIRST_ADDED + 2, FIRST_ADDED + 1);
    assertThat(tokenizer.encode("aaa", false, false)).containsExactly(FIRST_ADDED + 2, 'a');
  }

  @Test
  void userDefinedTokensAlwaysCutTheTextAndControlTokensOnlyWhenParsed() {
    Tokenizer tokenizer =
        SmallVocabulary.builder()
            .token("<u>", SmallVocabulary.USER_DEFINED)
            .token("<c>", SmallVocabulary.CONTROL)
            .build();
    assertThat(tokenizer.encode("<u><c>", false, true))
        .containsExactly(FIRST_ADDED, FIRST_ADDED + 1);
    assertThat(tokenizer.encode("<u><c>", false, false))
        .containsExactly(FIRST_ADDED, '<', 'c', '>');
  }

  @Test
  void theLongestSpecialTokenIsFoundFirst() {
    Tokenizer tokenizer =
        SmallVocabulary.builder()
            .token("<a", SmallVocabulary.CONTROL)
            .token("a><b>", SmallVocabulary.CONTROL)
            .build();
    assertThat(tokenizer.encode("<a><b>", false, true)).containsExactly('<', FIRST_ADDED + 1);
  }

  @Test
  void beginsAndEndsAsTheHeaderAsks() {
    Tokenizer tokenizer =
        SmallVocabulary.builder()
            .put("bos_token_id", 1)
            .put("eos_token_id", 2)
            .put("add_bos_token", true)
            .put("add_eos_token", true)
            .build();
    assertThat(tokenizer.encode("a", true, true)).containsExactly(1, 'a', 2);
    assertThat(tokenizer.encode("", true, true)).containsExactly(1, 2);
    assertThat(tokenizer.encode("a", false, true)).containsExactly('a');
    assertThat(tokenizer.isEndOfGeneration(2)).isTrue();
  }

  @Test
  void tokensThatEndAnAnswerAreFoundByNameAndAreControlTokensThen() {
    Tokenizer tokenizer =
        SmallVocabulary.builder().token("<|im_end|>", SmallVocabulary.NORMAL).build();
    assertThat(tokenizer.isEndOfGeneration(FIRST_ADDED)).isTrue();
    assertThat(tokenizer.isControl(FIRST_ADDED)).isTrue();
    assertThat(tokenizer.encode("<|im_end|>", false, true)).containsExactly(FIRST_ADDED);
  }

  @Test
  void aLoneSurrogateCountsAsTheReplacementCharacter() {
    Tokenizer tokenizer = SmallVocabulary.builder().build();
    assertThat(tokenizer.encode("a\uD83Db\uDE00", false, false))
        .containsExactly(tokenizer.encode("a\uFFFDb\uFFFD", false, false));
  }

  @Test
  void unusedTokensStandForNothing() {
    Tokenizer tokenizer = SmallVocabulary.builder().token("no", SmallVocabulary.UNUSED).build();
    assertThat(tokenizer.piece(FIRST_ADDED)).isEmpty();
    assertThat(tokenizer.text(FIRST_ADDED)).isEqualTo("no");
  }

  @ParameterizedTest
  @ValueSource(strings = {"llama", "bert", "t5", "rwkv", "plamo2", "none", "hybriddna", "nonsense"})
  void refusesVocabulariesThatAreNotBytePairOnes(String model) {
    assertThatThrownBy(() -> SmallVocabulary.builder().model(model).build())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("tokenizer.ggml.model is '" + model + "'");
  }

  @Test
  void refusesAnUnknownPreTokenizer() {
    assertThatThrownBy(() -> SmallVocabulary.builder().pre("nonsense").build())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("'nonsense'")
        .hasMessageContaining("supported are")
        .hasMessageContaining("llama-bpe");
  }

  @Test
  void refusesTwoTokensOfOneSpelling() {
    assertThatThrownBy(() -> SmallVocabulary.builder().token("a", SmallVocabulary.NORMAL).build())
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("tokens 97 and 256 are spelled alike");
  }

  @Test
  void refusesNamesBetweenWhichTheReferenceChoosesByHash() {
    SmallVocabulary vocabulary =
        SmallVocabulary.builder()
            .token("<PAD>", SmallVocabulary.CONTROL)
            .token("[PAD]", SmallVocabulary.CONTROL);
    assertThatThrownBy(vocabulary::build)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("fim_pad_token_id");
  }

  /** Runs that make a backtracking matcher overflow its stack or take quadratic time. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpt-2",
        "smollm",
        "qwen2",
        "qwen35",
        "llama-bpe",
        "falcon",
        "default",
        "deepseek-llm",
        "deepseek-coder"
      })
  void longRunsComeBackWhole(String pre) {
    Tokenizer tokenizer =
        SmallVocabulary.builder()
            .pre(pre)
            .put("add_bos_token", false)
            .merge("Z", "Z")
            .merge("ZZ", "ZZ")
            .build();
    for (String unit :
        new String[] {"Z", " ", "\n", "中", "1", "!", "\r\n", "e\u0301", "<", "\t 1"}) {
      String text = unit.repeat((1 << 18) / unit.length()) + "x";
      assertThat(decode(tokenizer, tokenizer.encode(text, false, true)).equals(text))
          .as("%s, run of %s", pre, unit)
          .isTrue();
    }
  }

  private static String decode(Tokenizer tokenizer, int[] tokens) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int token : tokens) {
      bytes.writeBytes(tokenizer.piece(token));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
