// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Model;
import bankml.model.Profile;
import bankml.model.Trace;
import bankml.testkit.Reference;
import bankml.text.Tokenizer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is answered with the rows of earlier requests is what is answered from an empty cache: every
 * token, logprob and logit of random conversations. A talk is three of them side by side, of up to
 * 12 turns each. {@code -Dbankml.talks=N} sets how many talks a model has, {@code -Dbankml.talk=N}
 * the first one; without, there is one of a few turns.
 */
class ReuseTest {
  private static final int CONTEXT = 2048;
  private static final int SIDE_BY_SIDE = 3;
  private static final int TURNS = 12;
  private static final int FEW = 12;

  /** An answer, and the checksum of all logits behind it. */
  private record Heard(Generation answer, long logits) {
    String comparable() {
      return answer.tokens() + " " + answer.text() + " " + answer.logprobs() + " " + logits;
    }
  }

  @ParameterizedTest
  @CsvSource({"smollm2-F16.gguf", "smollm2-Q8_0.gguf", "smollm2-Q4_0.gguf"})
  void aWarmAnswerIsTheColdOne(String name) {
    Path file =
        Reference.find()
            .map(reference -> reference.model(name))
            .orElse(Path.of(System.getProperty("user.home"), ".cache/bankml/reference", name));
    assumeTrue(Files.exists(file));
    int first = Integer.getInteger("bankml.talk", 0);
    int talks = Integer.getInteger("bankml.talks", 1);
    List<Generation> warm = new ArrayList<>();
    ModelFile opened = ModelFile.open(file);
    Tokenizer tokenizer = Tokenizer.of(opened.header());
    int[] words = tokenizer.encode(Continuation.TEXT, false, false);
    try (Workers workers = new Workers(2);
        Model model = Model.load(opened, Profile.DEFAULT, workers)) {
      for (int talk = first; talk < first + talks; talk++) {
        Engine engine = new Engine(model, tokenizer, CONTEXT, 400 << 20);
        warm.addAll(compare(engine, new Talk(new Random(talk), words, SIDE_BY_SIDE), talk));
      }
    }
    report(name, warm);
  }

  private static List<Generation> compare(Engine engine, Talk talk, int number) {
    List<Generation> answers = new ArrayList<>();
    int turns = SIDE_BY_SIDE * new Random(~number).nextInt(1, TURNS + 1);
    if (Integer.getInteger("bankml.talks") == null) {
      turns = FEW;
    }
    for (int turn = 0; turn < turns; turn++) {
      GenerateRequest request = talk.next();
      Heard warm = hear(engine, request);
      Heard cold = hear(engine, request.withCachePrompt(false));
      assertThat(cold.answer().reusedTokens()).isZero();
      assertThat(warm.comparable())
          .as("talk %d, turn %d, reused %d", number, turn, warm.answer().reusedTokens())
          .isEqualTo(cold.comparable());
      answers.add(warm.answer());
      talk.said(warm.answer());
    }
    return answers;
  }

  private static Heard hear(Engine engine, GenerateRequest request) {
    CRC32C sum = new CRC32C();
    Generation answer =
        engine.generate(
            request,
            TokenListener.SILENT,
            (tensor, layer, rows, count, width) -> {
              if (tensor == Trace.Tensor.RESULT_OUTPUT) {
                ByteBuffer bytes =
                    ByteBuffer.allocate(width * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                bytes.asFloatBuffer().put(rows, 0, width);
                sum.update(bytes);
              }
            });
    return new Heard(answer, sum.getValue());
  }

  private static void report(String name, List<Generation> answers) {
    long prompt = answers.stream().mapToLong(Generation::promptTokens).sum();
    long reused = answers.stream().mapToLong(Generation::reusedTokens).sum();
    System.getLogger("reuse")
        .log(
            System.Logger.Level.INFO,
            "{0}: {1} answers, {2} of {3} prompt tokens reused ({4}%)",
            name,
            answers.size(),
            reused,
            prompt,
            100 * reused / prompt);
  }
}
