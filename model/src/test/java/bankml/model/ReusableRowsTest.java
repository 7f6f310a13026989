// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.GgmlType;
import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Batch.Outputs;
import bankml.model.TinyLlama.Shape;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rows of one prompt can be kept for another. Small random weights of one type. */
class ReusableRowsTest {
  private static final int VOCABULARY = 96;
  private static final int CONTEXT = 1024;
  private static final int[] TOKENS = new Random(7).ints(CONTEXT, 0, VOCABULARY).toArray();

  @TempDir private Path folder;

  private Model load(GgmlType type, Workers workers) {
    Path file = folder.resolve("tiny.gguf");
    new TinyLlama(new Shape(128, 2, 160, 4, 2, 32), VOCABULARY, name -> type).write(file, 1);
    return Model.load(ModelFile.open(file), Profile.DEFAULT, workers);
  }

  /** Computes {@code prompt} tokens from {@code cache.length()} on, then decodes to {@code end}. */
  private static float[] compute(Model model, KvCache cache, int prompt, int end) {
    float[] logits = new float[VOCABULARY];
    int[] tokens = Arrays.copyOf(TOKENS, prompt);
    for (Batch batch : Batch.prompt(tokens, cache.length(), Outputs.LAST, model.profile())) {
      model.forward(batch, cache, logits);
    }
    for (int position = prompt; position < end; position++) {
      model.forward(Batch.next(TOKENS[position], position), cache, logits);
    }
    return logits;
  }

  @ParameterizedTest
  @CsvSource({
    // few rows: one attention kernel; F16 tells rows that were decoded, Q4_0 those outside fours
    "Q8_0, 40, 45, 60, 45",
    "F16, 40, 45, 60, 40",
    "Q4_0, 40, 45, 60, 40",
    "Q4_0, 42, 42, 60, 40",
    // the attention kernel changes at 64 rows, and with it every row
    "Q8_0, 60, 60, 70, 0",
    "F16, 64, 64, 70, 64",
    // rows that were decoded below 64 tokens of a prompt are none of a longer one's
    "Q8_0, 64, 80, 100, 64",
    // the second micro-batch
    "Q8_0, 600, 610, 650, 600",
    "F16, 603, 610, 650, 603",
    "Q4_0, 603, 610, 650, 600",
    "F16, 550, 560, 650, 512",
    "F16, 513, 514, 520, 512",
    // a longer prompt's rows for its beginning
    "F16, 700, 700, 100, 100",
    "Q4_0, 700, 700, 650, 648"
  })
  void rowsAreKeptWhoseClassCountsAsTheColdRuns(
      GgmlType type, int prompt, int end, int newPrompt, int expected) {
    try (Workers workers = new Workers(1);
        Model model = load(type, workers)) {
      KvCache cache = model.newCache(CONTEXT);
      compute(model, cache, prompt, end);
      int rows = model.reusable(cache, Arrays.copyOf(TOKENS, newPrompt));
      assertThat(rows).isEqualTo(expected);

      int kept = Math.min(rows, newPrompt - 1);
      float[] cold = compute(model, model.newCache(CONTEXT), newPrompt, newPrompt + 3);
      float[] warm = compute(model, cache.copy(kept), newPrompt, newPrompt + 3);
      assertThat(warm).isEqualTo(cold);
    }
  }

  @Test
  void anotherTokenEndsThePrefix() {
    try (Workers workers = new Workers(1);
        Model model = load(GgmlType.F32, workers)) {
      KvCache cache = model.newCache(CONTEXT);
      compute(model, cache, 100, 100);
      int[] other = Arrays.copyOf(TOKENS, 120);
      other[70]++;
      assertThat(model.reusable(cache, other)).isEqualTo(70);
      assertThat(model.reusable(model.newCache(CONTEXT), other)).isZero();
    }
  }
}
