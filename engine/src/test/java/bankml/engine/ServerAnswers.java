// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Model;
import bankml.model.Profile;
import bankml.testkit.Answers;
import bankml.testkit.LlamaServer;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import bankml.testkit.SmolLm2;
import bankml.text.Tokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** llama-server's answers, asked cold; for the model that every machine can have, kept ones too. */
final class ServerAnswers {
  private static final String EVERYWHERE = "SmolLM2-135M-Instruct.Q4_1.gguf";
  private static final int CONTEXT = 2048;

  private ServerAnswers() {}

  /**
   * Holds bankml's answers with the model {@code name} to llama-server's.
   *
   * @param suite under which they are logged and kept
   */
  static void compare(String name, String suite, List<Continuation> cases) {
    boolean everywhere = name.equals(EVERYWHERE);
    Optional<Path> file =
        everywhere ? SmolLm2.file() : Reference.find().map(reference -> reference.model(name));
    if (file.isEmpty()) {
      OracleLog.equal(suite, Authority.NONE, 0);
      return;
    }
    Answers answers = everywhere ? Answers.to(suite) : Answers.live(suite);
    ModelFile opened = ModelFile.open(file.get());
    Tokenizer tokenizer = Tokenizer.of(opened.header());
    try (Workers workers = new Workers(2);
        Model model = Model.load(opened, Profile.DEFAULT, workers)) {
      Engine engine = new Engine(model, tokenizer, CONTEXT, Long.MAX_VALUE);
      int held =
          answers.hold(
              cases.stream().map(c -> c.question(tokenizer).toString()).toList(),
              reference -> theirs(reference, file.get(), cases, tokenizer),
              i -> cases.get(i).ours(engine, tokenizer));
      OracleLog.equal(suite, answers.authority(), held);
    }
  }

  private static List<String> theirs(
      Reference reference, Path file, List<Continuation> cases, Tokenizer tokenizer) {
    String context = Integer.toString(CONTEXT);
    try (LlamaServer server = LlamaServer.start(reference, file, "-c", context)) {
      return cases.stream()
          .map(c -> Continuation.theirs(server.completion(c.question(tokenizer))))
          .toList();
    }
  }
}
