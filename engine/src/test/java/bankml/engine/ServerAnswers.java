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
import java.util.Optional;

/**
 * llama-server's answers, asked cold, or the kept ones where there is no reference; {@code
 * BANKML_RECORD=1} keeps them.
 */
final class ServerAnswers {
  private static final int CONTEXT = 2048;

  private ServerAnswers() {}

  /**
   * Holds bankml's answers with the model {@code name} to llama-server's.
   *
   * @param suite under which they are logged; {@code answers-} stands for the folder of kept ones
   */
  static void compare(String name, String suite, List<Continuation> cases) throws IOException {
    Path file = models().resolve(name);
    if (Reference.find().isEmpty() && !Files.exists(file)) {
      OracleLog.equal(suite, Authority.NONE, 0);
      return;
    }
    ModelFile opened = ModelFile.open(file);
    Tokenizer tokenizer = Tokenizer.of(opened.header());
    List<String> expected = expected(file, suite, cases, tokenizer);
    try (Workers workers = new Workers(2);
        Model model = Model.load(opened, Profile.DEFAULT, workers)) {
      Engine engine = new Engine(model, tokenizer, CONTEXT, Long.MAX_VALUE);
      for (int i = 0; i < cases.size(); i++) {
        assertThat(cases.get(i).ours(engine, tokenizer))
            .as("%s, case %d: %s", suite, i, cases.get(i))
            .isEqualTo(expected.get(i));
      }
    }
    Authority authority = Reference.find().isPresent() ? Authority.LIVE : Authority.RECORDED;
    OracleLog.equal(suite, authority, cases.size());
  }

  private static Path models() {
    return Reference.find()
        .map(Reference::models)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache/bankml/reference"));
  }

  private static List<String> expected(
      Path file, String suite, List<Continuation> cases, Tokenizer tokenizer) throws IOException {
    Path recorded =
        Reference.projectRoot()
            .resolve("engine/src/test/resources/answers")
            .resolve(suite.replace("answers-", "") + ".jsonl");
    Optional<Reference> reference = Reference.find();
    if (reference.isEmpty()) {
      return Files.readAllLines(recorded);
    }
    List<String> live;
    String context = Integer.toString(CONTEXT);
    try (LlamaServer server = LlamaServer.start(reference.get(), file, "-c", context)) {
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
