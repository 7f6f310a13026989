// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

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
  private static final int RANDOM_CASES = 8;

  @ParameterizedTest
  @CsvSource({
    "SmolLM2-135M-Instruct.Q4_1.gguf, 1",
    "smollm2-F16.gguf, 2",
    "smollm2-Q8_0.gguf, 3",
    "smollm2-Q4_0.gguf, 4"
  })
  void answersAreLlamaServers(String name, int seed) {
    List<Continuation> cases = Continuation.cases(seed, RANDOM_CASES);
    ServerAnswers.compare(name, "answers-" + name, cases);
  }
}
