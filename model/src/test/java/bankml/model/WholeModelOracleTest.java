// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Batch.Outputs;
import bankml.testkit.Answers;
import bankml.testkit.Answers.Answer;
import bankml.testkit.OracleLog;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole runs of real models against the reference's: every layer's output, the last norm and the
 * logits of every row, by sha256.
 */
@Tag("oracle")
class WholeModelOracleTest {
  private static final int WORKERS = 2;

  /** Each prompt's 40 generated tokens; those after 511 tokens and more look at over 512 cells. */
  private static List<ReferenceRun> promptsOfAllClasses() {
    return IntStream.of(1, 2, 5, 63, 64, 65, 150, 511, 513, 700)
        .mapToObj(length -> new ReferenceRun(length, 40, Outputs.LAST, Profile.DEFAULT))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        "smollm2-F16.gguf",
        "smollm2-Q8_0.gguf",
        "smollm2-Q4_0.gguf"
      })
  void everyRowOfPromptsAndGreedyAnswers(String model) {
    compare("whole-model-" + model, model, promptsOfAllClasses(), WORKERS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"smollm2-F16.gguf", "smollm2-Q4_0.gguf"})
  void everyRowWhenAllRowsWantLogits(String model) {
    List<ReferenceRun> runs =
        IntStream.of(1, 3, 66)
            .mapToObj(length -> new ReferenceRun(length, 2, Outputs.ALL, Profile.DEFAULT))
            .toList();
    compare("whole-model-all-outputs-" + model, model, runs, WORKERS);
  }

  @Test
  void theReferencesThreadsCutLongOneRowAttention() {
    List<ReferenceRun> runs =
        IntStream.rangeClosed(1, 4)
            .mapToObj(threads -> new ReferenceRun(600, 8, Outputs.LAST, new Profile(threads, 512)))
            .toList();
    for (ReferenceRun run : runs) {
      compare("whole-model-threads", "smollm2-Q8_0.gguf", List.of(run), WORKERS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theNumberOfWorkersChangesNothing(int workers) {
    List<ReferenceRun> runs =
        IntStream.of(5, 70)
            .mapToObj(length -> new ReferenceRun(length, 4, Outputs.LAST, Profile.DEFAULT))
            .toList();
    compare("whole-model-workers", "smollm2-Q4_0.gguf", runs, workers);
  }

  /** Asks for {@code runs}, all of one profile, and holds the model to the answers there are. */
  private static void compare(String suite, String name, List<ReferenceRun> runs, int workers) {
    Path file = ReferenceRun.folder().resolve(name);
    try (Answers answers = Answers.to(suite)) {
      List<Answer> given =
          answers.ask(runs.stream().map(run -> run.question(file.toString())).toList());
      long rows = 0;
      if (!given.isEmpty()) {
        try (Workers crew = new Workers(workers);
            Model model = Model.load(ModelFile.open(file), runs.getFirst().profile(), crew)) {
          for (Answer answer : given) {
            rows += runs.get(answer.index()).compare(model, answer.json());
          }
        }
      }
      OracleLog.equal(suite, answers.authority(), rows);
    }
  }
}
