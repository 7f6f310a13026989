// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.model.Batch.Outputs;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.Reference;
import bankml.testkit.SmolLm2;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

  /** Compares {@code file}, live only: it comes with the reference. */
  private static void live(String suite, String file, List<ReferenceRun> runs) {
    Answers answers = Answers.live(suite);
    Optional<Path> path = Reference.find().map(reference -> reference.model(file));
    if (path.isPresent()) {
      ReferenceRun.compareAll(suite, answers, path.get(), runs, WORKERS);
    } else {
      OracleLog.equal(suite, answers.authority(), 0);
    }
  }

  /** Compares SmolLM2 in Q4_1, which is to be had anywhere. */
  private static void anywhere(String suite, List<ReferenceRun> runs, int workers) {
    if (SmolLm2.file().isPresent()) {
      ReferenceRun.compareAll(suite, Answers.to(suite), SmolLm2.file().get(), runs, workers);
    } else {
      OracleLog.equal(suite, OracleLog.Authority.NONE, 0);
    }
  }

  /** Each prompt's 40 generated tokens; those after 511 tokens and more look at over 512 cells. */
  private static List<ReferenceRun> promptsOfAllClasses() {
    return IntStream.of(1, 2, 5, 63, 64, 65, 150, 511, 513, 700)
        .mapToObj(length -> new ReferenceRun(length, 40, Outputs.LAST, Profile.DEFAULT))
        .toList();
  }

  private static List<ReferenceRun> allRows() {
    return IntStream.of(1, 3, 66)
        .mapToObj(length -> new ReferenceRun(length, 2, Outputs.ALL, Profile.DEFAULT))
        .toList();
  }

  @Test
  void everyRowOfPromptsAndGreedyAnswers() {
    anywhere("whole-model-Q4_1", promptsOfAllClasses(), WORKERS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"F16", "Q8_0", "Q4_0"})
  void everyRowOfPromptsAndGreedyAnswers(String type) {
    live("whole-model-" + type, "smollm2-" + type + ".gguf", promptsOfAllClasses());
  }

  @Test
  void everyRowWhenAllRowsWantLogits() {
    anywhere("whole-model-all-outputs-Q4_1", allRows(), WORKERS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"F16", "Q4_0"})
  void everyRowWhenAllRowsWantLogits(String type) {
    live("whole-model-all-outputs-" + type, "smollm2-" + type + ".gguf", allRows());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void theReferencesThreadsCutLongOneRowAttention(int threads) {
    ReferenceRun run = new ReferenceRun(600, 8, Outputs.LAST, new Profile(threads, 512));
    anywhere("whole-model-threads-" + threads, List.of(run), WORKERS);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theNumberOfWorkersChangesNothing(int workers) {
    List<ReferenceRun> runs =
        IntStream.of(5, 70)
            .mapToObj(length -> new ReferenceRun(length, 4, Outputs.LAST, Profile.DEFAULT))
            .toList();
    anywhere("whole-model-workers-" + workers, runs, workers);
  }
}
