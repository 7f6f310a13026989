// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.model.Batch.Outputs;
import bankml.testkit.Reference;
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

  private static Path file(String name) {
    return Reference.find()
        .map(reference -> reference.model(name))
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache/bankml/reference", name));
  }

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
    ReferenceRun.compareAll("whole-model-" + model, file(model), promptsOfAllClasses(), WORKERS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"smollm2-F16.gguf", "smollm2-Q4_0.gguf"})
  void everyRowWhenAllRowsWantLogits(String model) {
    List<ReferenceRun> runs =
        IntStream.of(1, 3, 66)
            .mapToObj(length -> new ReferenceRun(length, 2, Outputs.ALL, Profile.DEFAULT))
            .toList();
    ReferenceRun.compareAll("whole-model-all-outputs-" + model, file(model), runs, WORKERS);
  }

  @Test
  void theReferencesThreadsCutLongOneRowAttention() {
    List<ReferenceRun> runs =
        IntStream.rangeClosed(1, 4)
            .mapToObj(threads -> new ReferenceRun(600, 8, Outputs.LAST, new Profile(threads, 512)))
            .toList();
    for (ReferenceRun run : runs) {
      String suite = "whole-model-threads-" + run.profile().referenceThreads();
      ReferenceRun.compareAll(suite, file("smollm2-Q8_0.gguf"), List.of(run), WORKERS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theNumberOfWorkersChangesNothing(int workers) {
    List<ReferenceRun> runs =
        IntStream.of(5, 70)
            .mapToObj(length -> new ReferenceRun(length, 4, Outputs.LAST, Profile.DEFAULT))
            .toList();
    String suite = "whole-model-workers-" + workers;
    ReferenceRun.compareAll(suite, file("smollm2-Q4_0.gguf"), runs, workers);
  }
}
