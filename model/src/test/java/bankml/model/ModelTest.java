// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.GgmlType;
import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.kernels.Provider;
import bankml.kernels.Workers;
import bankml.model.Batch.Outputs;
import bankml.model.TinyLlama.Shape;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not change a bit, and what a model refuses. Small random weights of all types. */
class ModelTest {
  private static final int VOCABULARY = 96;
  private static final long SEED = 42;
  private static final List<GgmlType> TYPES =
      List.of(GgmlType.F32, GgmlType.F16, GgmlType.Q8_0, GgmlType.Q4_1, GgmlType.Q4_0);

  @TempDir private Path folder;

  @BeforeEach
  void writeModel() {
    new TinyLlama(
            new Shape(128, 4, 160, 4, 2, 32),
            VOCABULARY,
            name -> TYPES.get(Math.floorMod(name.hashCode(), TYPES.size())))
        .write(file(), SEED);
  }

  private Path file() {
    return folder.resolve("tiny.gguf");
  }

  private static int[] prompt(int length) {
    return new Random(SEED).ints(length, 0, VOCABULARY).toArray();
  }

  private Model load(Workers workers, Provider provider) {
    return Model.load(ModelFile.open(file()), new Profile(2, 128), workers, provider);
  }

  /**
   * The logits of {@code prompt} and of three tokens after it, when its first {@code past} tokens
   * are cached.
   */
  private static float[] answer(Model model, KvCache cache, int[] prompt, int past) {
    float[] logits = new float[VOCABULARY];
    float[] all = new float[4 * VOCABULARY];
    cache.truncate(past);
    for (Batch batch : Batch.prompt(prompt, past, Outputs.LAST, model.profile())) {
      model.forward(batch, cache, logits);
    }
    System.arraycopy(logits, 0, all, 0, VOCABULARY);
    for (int i = 1; i < 4; i++) {
      model.forward(Batch.next(i, cache.length()), cache, logits);
      System.arraycopy(logits, 0, all, i * VOCABULARY, VOCABULARY);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 70, 129, 201})
  void aCachedBeginningChangesNoBit(int length) {
    try (Workers workers = new Workers(2);
        Model model = load(workers, Provider.VECTOR)) {
      int[] prompt = prompt(length);
      KvCache cache = model.newCache(length + 3);
      float[] cold = answer(model, cache, prompt, 0);
      for (int past : new int[] {1, length / 2, length - 1}) {
        if (past < length) {
          assertThat(answer(model, cache, prompt, past)).as("past %d", past).isEqualTo(cold);
        }
      }
    }
  }

  @Test
  void neitherWorkersNorProviderChangeABit() {
    int[] prompt = prompt(135);
    float[] expected = answer(1, Provider.SCALAR, prompt);
    assertThat(expected).doesNotContain(Float.NaN);
    for (int workers = 1; workers <= 3; workers++) {
      assertThat(answer(workers, Provider.VECTOR, prompt))
          .as("%d workers", workers)
          .isEqualTo(expected);
    }
  }

  private float[] answer(int count, Provider provider, int[] prompt) {
    try (Workers workers = new Workers(count);
        Model model = load(workers, provider)) {
      return answer(model, model.newCache(200), prompt, 0);
    }
  }

  @Test
  void warmingUpLeavesNoTrace() {
    try (Workers workers = new Workers(1);
        Model model = load(workers, Provider.VECTOR)) {
      KvCache cache = model.newCache(20);
      float[] cold = answer(model, cache, prompt(9), 0);
      AtomicInteger rounds = new AtomicInteger();
      model.warmUp(() -> rounds.incrementAndGet() > 3);
      assertThat(rounds).hasValue(4);
      assertThat(answer(model, cache, prompt(9), 0)).isEqualTo(cold);
    }
  }

  @Test
  void refusesTokensBeyondTheContext() {
    try (Workers workers = new Workers(1);
        Model model = load(workers, Provider.VECTOR)) {
      KvCache cache = model.newCache(8);
      float[] logits = new float[VOCABULARY];
      Batch nine = Batch.prompt(new int[9], 0, Outputs.LAST, model.profile()).getFirst();
      assertThatThrownBy(() -> model.forward(nine, cache, logits))
          .isInstanceOf(Refusal.class)
          .hasMessage("9 tokens do not fit a context of 8");
      assertThat(cache.length()).isZero();
      assertThatThrownBy(() -> model.newCache(0)).isInstanceOf(Refusal.class);
    }
  }

  @Test
  void aBatchContinuesItsCache() {
    try (Workers workers = new Workers(1);
        Model model = load(workers, Provider.VECTOR)) {
      KvCache cache = model.newCache(8);
      float[] logits = new float[VOCABULARY];
      assertThatThrownBy(() -> model.forward(Batch.next(0, 1), cache, logits))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> cache.truncate(1)).isInstanceOf(IllegalArgumentException.class);
      Batch big = Batch.prompt(new int[129], 0, Outputs.LAST, Profile.DEFAULT).getFirst();
      assertThatThrownBy(() -> model.forward(big, model.newCache(200), logits))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void refusesAFileOutsideThePlan() {
    Path other = folder.resolve("other.gguf");
    new TinyLlama(Shape.SMALL, VOCABULARY, name -> GgmlType.Q8_0)
        .tensor("blk.0.attn_q.bias", GgmlType.F32, 64)
        .write(other, SEED);
    try (Workers workers = new Workers(1);
        ModelFile file = ModelFile.open(other)) {
      assertThatThrownBy(() -> Model.load(file, Profile.DEFAULT, workers))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("blk.0.attn_q.bias");
    }
  }

  @Test
  void aProfileIsWhatTheReferenceCanBeStartedWith() {
    assertThat(Profile.DEFAULT.describe()).isEqualTo("b11192-haswell-t2-ub512-kvf16-repack");
    for (int[] wrong : new int[][] {{0, 512}, {1025, 512}, {2, 0}, {2, 4096}}) {
      assertThatThrownBy(() -> new Profile(wrong[0], wrong[1]))
          .as(Arrays.toString(wrong))
          .isInstanceOf(Refusal.class);
    }
  }
}
