// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose rows are kept, and for how long. */
class ConversationsTest {
  private static final int VOCABULARY = 64;
  private static final int CONTEXT = 1024;

  /** Rows of 300 tokens take room for 512, of two vectors of 64 halves. */
  private static final long CONVERSATION = 512 * 2 * 64 * Short.BYTES;

  @TempDir Path folder;

  /** The first {@code length} tokens of conversation {@code number}. */
  private static GenerateRequest ask(int number, int length) {
    return GenerateRequest.of(new Random(number).ints(length, 0, VOCABULARY).toArray())
        .withMaxTokens(2);
  }

  /** The first {@code shared} tokens of one conversation, then others. */
  private static GenerateRequest branch(int number, int shared, int length) {
    int[] tokens = new Random(number).ints(length, 0, VOCABULARY).toArray();
    for (int i = shared; i < length; i++) {
      tokens[i] = (tokens[i] + 1) % VOCABULARY;
    }
    return GenerateRequest.of(tokens).withMaxTokens(2);
  }

  private static int reused(Engine engine, GenerateRequest request) {
    return engine.generate(request).reusedTokens();
  }

  @Test
  void conversationsThatTakeTurnsKeepTheirRows() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b")) {
      Engine engine = model.engine(CONTEXT);
      assertThat(reused(engine, ask(1, 300))).isZero();
      assertThat(reused(engine, ask(2, 300))).isZero();
      assertThat(reused(engine, ask(1, 400))).isEqualTo(300);
      assertThat(reused(engine, ask(2, 400))).isEqualTo(300);
    }
  }

  @Test
  void theLastTokenOfAPromptIsAlwaysComputed() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b")) {
      Engine engine = model.engine(CONTEXT);
      String cold = engine.generate(ask(1, 300)).text();
      Generation warm = engine.generate(ask(1, 300));
      assertThat(warm.reusedTokens()).isEqualTo(299);
      assertThat(warm.text()).isEqualTo(cold);
    }
  }

  @Test
  void aBranchLeavesTheConversationThatItLeftAsItWas() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b")) {
      Engine engine = model.engine(CONTEXT);
      reused(engine, ask(1, 300));
      assertThat(reused(engine, branch(1, 200, 300))).isEqualTo(200);
      assertThat(reused(engine, ask(1, 400))).isEqualTo(300);
      assertThat(reused(engine, branch(1, 200, 400))).isEqualTo(300);
    }
  }

  @Test
  void theConversationUsedLongestAgoGoesFirst() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b")) {
      Engine engine = model.engine(CONTEXT, 2 * CONVERSATION);
      reused(engine, ask(1, 300));
      reused(engine, ask(2, 300));
      reused(engine, ask(1, 310));
      reused(engine, ask(3, 300));
      assertThat(reused(engine, ask(1, 320))).isEqualTo(310);
      assertThat(reused(engine, ask(2, 300))).isZero();
    }
  }

  @Test
  void withoutMemoryNothingIsKept() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b")) {
      Engine engine = model.engine(CONTEXT, 0);
      reused(engine, ask(1, 300));
      assertThat(reused(engine, ask(1, 300))).isZero();
    }
  }

  @Test
  void whoDoesNotWantTheCacheNeitherReusesNorKeeps() {
    try (ScriptedModel model = ScriptedModel.repeating(folder, "a", "b")) {
      Engine engine = model.engine(CONTEXT);
      reused(engine, ask(1, 300).withCachePrompt(false));
      assertThat(reused(engine, ask(1, 300))).isZero();
      assertThat(reused(engine, ask(1, 300).withCachePrompt(false))).isZero();
    }
  }
}
