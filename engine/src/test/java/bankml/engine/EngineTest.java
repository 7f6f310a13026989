// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
  private static final GenerateRequest REQUEST = GenerateRequest.of(ScriptedModel.START);

  @TempDir Path folder;

  /** What a listener has heard, and when it has heard enough. */
  private static final class Ear implements TokenListener {
    final List<String> pieces = new ArrayList<>();
    final List<Integer> promptTokens = new ArrayList<>();
    private final int enoughPieces;
    private final int enoughPromptTokens;

    Ear(int enoughPieces, int enoughPromptTokens) {
      this.enoughPieces = enoughPieces;
      this.enoughPromptTokens = enoughPromptTokens;
    }

    static Ear patient() {
      return new Ear(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public void onText(String text) {
      pieces.add(text);
    }

    @Override
    public void onPrompt(int done, int total) {
      promptTokens.add(done);
    }

    @Override
    public boolean cancelled() {
      return pieces.size() >= enoughPieces || promptTokens.contains(enoughPromptTokens);
    }
  }

  @Test
  void theModelsOwnEndEndsTheAnswerAndIsCountedButNotShown() {
    try (ScriptedModel model = ScriptedModel.saying(folder, "one", " two")) {
      Generation answer = model.engine(256).generate(REQUEST);
      assertThat(answer.text()).isEqualTo("one two");
      assertThat(answer.tokens()).containsExactly(1, 2, 3);
      assertThat(answer.promptTokens()).isEqualTo(1);
      assertThat(answer.completionTokens()).isEqualTo(3);
      assertThat(answer.finishReason()).isEqualTo(FinishReason.STOP);
    }
  }

  @Test
  void heldBackTextIsDeliveredWhenTheModelEndsByItself() {
    try (ScriptedModel model = ScriptedModel.saying(folder, "one", " two", " end")) {
      Ear ear = Ear.patient();
      Generation answer = model.engine(256).generate(REQUEST.withStop(List.of("end of list")), ear);
      assertThat(answer.text()).isEqualTo("one two end");
      assertThat(ear.pieces).containsExactly("one two", " end");
    }
  }

  @Test
  void aBrokenOffMatchOfOneOfTwoStopStringsIsSentOnce() {
    try (ScriptedModel model = ScriptedModel.saying(folder, " Carol", "?")) {
      Ear ear = Ear.patient();
      Generation answer =
          model.engine(256).generate(REQUEST.withStop(List.of("\n", "Carol:")), ear);
      assertThat(String.join("", ear.pieces)).isEqualTo(" Carol?").isEqualTo(answer.text());
    }
  }

  @Test
  void aStopStringOverSeveralTokensEndsTheAnswerBeforeIt() {
    try (ScriptedModel model = ScriptedModel.saying(folder, "go", " on E", "N", "D now", " more")) {
      Ear ear = Ear.patient();
      Generation answer = model.engine(256).generate(REQUEST.withStop(List.of("END")), ear);
      assertThat(answer.text()).isEqualTo("go on ");
      assertThat(String.join("", ear.pieces)).isEqualTo("go on ");
      assertThat(answer.finishReason()).isEqualTo(FinishReason.STOP);
      assertThat(answer.completionTokens()).isEqualTo(4);
    }
  }

  @Test
  void charactersAreSentOnlyWhole() {
    byte[] first = {'a', (byte) 0xe2};
    byte[] second = {(byte) 0x82};
    byte[] third = {(byte) 0xac, 'b'};
    try (ScriptedModel model = ScriptedModel.saying(folder, List.of(first, second, third), false)) {
      Ear ear = Ear.patient();
      model.engine(256).generate(REQUEST, ear);
      assertThat(ear.pieces).containsExactly("a€b");
    }
  }

  @Test
  void aCharacterThatNeverBecomesWholeIsReplaced() {
    byte[] half = {'a', (byte) 0xe2, (byte) 0x82};
    try (ScriptedModel model = ScriptedModel.saying(folder, List.of(half), false)) {
      assertThat(model.engine(256).generate(REQUEST).text()).isEqualTo("a\uFFFD");
    }
  }

  @Test
  void theTokenLimitEndsTheAnswer() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b", "c")) {
      Engine engine = model.engine(256);
      Generation five = engine.generate(REQUEST.withMaxTokens(5));
      assertThat(five.text()).isEqualTo("abcab");
      assertThat(five.finishReason()).isEqualTo(FinishReason.LENGTH);
      Generation none = engine.generate(REQUEST.withMaxTokens(0));
      assertThat(none.tokens()).isEmpty();
      assertThat(none.finishReason()).isEqualTo(FinishReason.LENGTH);
    }
  }

  @Test
  void aFullContextEndsTheAnswer() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b", "c")) {
      Engine engine = model.engine(200);
      assertThat(engine.contextLength()).isEqualTo(256);
      Generation answer = engine.generate(prompt(250));
      assertThat(answer.completionTokens()).isEqualTo(6);
      assertThat(answer.finishReason()).isEqualTo(FinishReason.LENGTH);
      assertThat(engine.generate(prompt(255)).completionTokens()).isEqualTo(1);
    }
  }

  @Test
  void aPromptThatLeavesNoRoomIsRefusedWithBothNumbers() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a")) {
      Engine engine = model.engine(512);
      assertThatThrownBy(() -> engine.generate(prompt(512)))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("prompt has 512 tokens")
          .hasMessageContaining("room for 512");
    }
  }

  @Test
  void theContextIsNotLongerThanTheModelWasTrainedOn() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a")) {
      assertThat(model.engine(1 << 20).contextLength()).isEqualTo(ScriptedModel.CONTEXT);
    }
  }

  @Test
  void aListenerThatHasHeardEnoughEndsTheAnswerAtTheNextToken() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b", "c")) {
      Engine engine = model.engine(256);
      Generation cancelled = engine.generate(REQUEST, new Ear(2, Integer.MAX_VALUE));
      assertThat(cancelled.text()).isEqualTo("ab");
      assertThat(cancelled.finishReason()).isEqualTo(FinishReason.CANCELLED);
      assertThat(engine.generate(REQUEST.withMaxTokens(4)).text()).isEqualTo("abca");
    }
  }

  @Test
  void aLongPromptCanBeCancelledOnTheWay() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a")) {
      Engine engine = model.engine(2048);
      Ear ear = new Ear(Integer.MAX_VALUE, 384);
      Generation cancelled = engine.generate(prompt(1500), ear);
      assertThat(ear.promptTokens).containsExactly(128, 256, 384);
      assertThat(cancelled.tokens()).isEmpty();
      assertThat(cancelled.finishReason()).isEqualTo(FinishReason.CANCELLED);
    }
  }

  @Test
  void whatAListenerThrowsIsThrownOnAndTheNextAnswerIsWhole() {
    try (ScriptedModel model = ScriptedModel.saying(folder, "one", " two")) {
      Engine engine = model.engine(256);
      TokenListener broken =
          text -> {
            throw new IllegalStateException("broken pipe");
          };
      assertThatThrownBy(() -> engine.generate(REQUEST, broken)).hasMessage("broken pipe");
      assertThat(engine.generate(REQUEST).text()).isEqualTo("one two");
    }
  }

  private static GenerateRequest prompt(int length) {
    int[] tokens = new int[length];
    Arrays.fill(tokens, ScriptedModel.START);
    return GenerateRequest.of(tokens);
  }
}
