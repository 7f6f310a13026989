// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.text.Tokenizer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {
  private static final int VOCABULARY = 2000;

  @TempDir static Path folder;

  private static Tokenizer tokenizer;

  @BeforeAll
  static void read() {
    tokenizer = Vocabularies.read(Vocabularies.write(folder, VOCABULARY));
  }

  @Test
  void temperatureZeroTakesTheBestTokenWhateverTheSeed() {
    float[] logits = logits(1);
    int best =
        IntStream.range(0, VOCABULARY)
            .reduce((a, b) -> logits[b] > logits[a] ? b : a)
            .orElseThrow();
    for (long seed = 0; seed < 20; seed++) {
      SamplingOptions greedy = SamplingOptions.DEFAULT.withTemperature(0).withSeed(seed);
      assertThat(new Sampler(greedy, tokenizer).sample(logits)).isEqualTo(best);
    }
  }

  @Test
  void theSameSeedGivesTheSameTokens() {
    SamplingOptions options = SamplingOptions.DEFAULT.withTemperature(1.5f).withSeed(7);
    assertThat(tokens(options, 50)).isEqualTo(tokens(options, 50));
    assertThat(tokens(options, 50)).isNotEqualTo(tokens(options.withSeed(8), 50));
  }

  @Test
  void logitsBeyondTheVocabularyAreNotLookedAtAndNoneIsChanged() {
    float[] logits = Arrays.copyOf(logits(2), VOCABULARY + 1);
    logits[VOCABULARY] = 1000;
    float[] before = logits.clone();
    SamplingOptions options = SamplingOptions.DEFAULT.withSeed(3);
    assertThat(new Sampler(options, tokenizer).sample(logits)).isLessThan(VOCABULARY);
    assertThat(logits).isEqualTo(before);
  }

  private static int[] tokens(SamplingOptions options, int count) {
    Sampler sampler = new Sampler(options, tokenizer);
    return IntStream.range(0, count).map(i -> sampler.sample(logits(i))).toArray();
  }

  private static float[] logits(long seed) {
    Random random = new Random(seed);
    float[] logits = new float[VOCABULARY];
    for (int i = 0; i < VOCABULARY; i++) {
      logits[i] = (float) random.nextGaussian() * 2;
    }
    return logits;
  }
}
