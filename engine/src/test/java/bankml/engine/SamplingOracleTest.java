// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Model;
import bankml.model.Profile;
import bankml.testkit.LlamaServer;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import bankml.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole answers, greedy and seeded, against llama-server's: token for token, with the text and the
 * reason of the end. Without the reference its kept answers are used where the model file is there;
 * {@code BANKML_RECORD=1} keeps them.
 */
@Tag("oracle")
class SamplingOracleTest {
  private static final int CONTEXT = 2048;
  private static final int RANDOM_CASES = 8;

  @ParameterizedTest
  @CsvSource({
    "SmolLM2-135M-Instruct.Q4_1.gguf, 1",
    "smollm2-F16.gguf, 2",
    "smollm2-Q8_0.gguf, 3",
    "smollm2-Q4_0.gguf, 4"
  })
  void answersAreLlamaServers(String name, int seed) throws IOException {
    List<Continuation> cases = Continuation.cases(seed, RANDOM_CASES);
    Path file = models().resolve(name);
    if (Reference.find().isEmpty() && !Files.exists(file)) {
      OracleLog.equal("answers-" + name, Authority.NONE, 0);
      return;
    }
    ModelFile opened = ModelFile.open(file);
    Tokenizer tokenizer = Tokenizer.of(opened.header());
    List<String> expected = expected(file, cases, tokenizer);
    try (Workers workers = new Workers(2);
        Model model = Model.load(opened, Profile.DEFAULT, workers)) {
      Engine engine = new Engine(model, tokenizer, CONTEXT, Long.MAX_VALUE);
      for (int i = 0; i < cases.size(); i++) {
        assertThat(cases.get(i).ours(engine, tokenizer))
            .as("%s, case %d of seed %d: %s", name, i, seed, cases.get(i))
            .isEqualTo(expected.get(i));
      }
    }
    Authority authority = Reference.find().isPresent() ? Authority.LIVE : Authority.RECORDED;
    OracleLog.equal("answers-" + name, authority, cases.size());
  }

  private static Path models() {
    return Reference.find()
        .map(Reference::models)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache/bankml/reference"));
  }

  private static List<String> expected(Path file, List<Continuation> cases, Tokenizer tokenizer)
      throws IOException {
    Path recorded =
        Reference.projectRoot()
            .resolve("engine/src/test/resources/answers/" + file.getFileName() + ".jsonl");
    if (Reference.find().isEmpty()) {
      return Files.readAllLines(recorded);
    }
    List<String> live;
    String context = Integer.toString(CONTEXT);
    try (LlamaServer server =
        LlamaServer.start(Reference.find().orElseThrow(), file, "-c", context)) {
      live =
          cases.stream()
              .map(c -> Continuation.theirs(server.completion(c.question(tokenizer))))
              .toList();
    }
    if (System.getenv("BANKML_RECORD") != null) {
      Files.createDirectories(recorded.getParent());
      Files.write(recorded, live);
    }
    return live;
  }
}
