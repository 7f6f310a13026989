// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.Refusal;
import java.security.SecureRandom;

/**
 * How tokens are chosen from logits. Options of the reference that are not here are refused where
 * they are not neutral: see {@link NeutralOption}.
 *
 * @param temperature what logits are divided by; 0 takes the best token
 * @param topK how many of the best tokens stay; 0 or less keeps all
 * @param topP the best tokens stay until their probabilities sum up to this, 0 to 1; 1 keeps all
 * @param minP tokens stay that have at least this part of the best one's probability, 0 to 1; 0
 *     keeps all
 * @param seed the generator's seed, 0 to 4294967294, or {@link #RANDOM_SEED}
 */
public record SamplingOptions(float temperature, int topK, float topP, float minP, long seed) {
  /** Asks for a new seed for each answer. 4294967295, the reference's own name for it, is taken. */
  public static final long RANDOM_SEED = -1;

  /** llama-server's own defaults. */
  public static final SamplingOptions DEFAULT =
      new SamplingOptions(0.8f, 40, 0.95f, 0.05f, RANDOM_SEED);

  private static final long MAX_SEED = 0xFFFF_FFFFL;

  /** Refuses what is out of range, naming the option, its value and what is possible. */
  public SamplingOptions {
    if (!(temperature >= 0 && temperature < Float.POSITIVE_INFINITY)) {
      throw refusal("temperature", temperature, "0 or more is possible");
    }
    if (!(topP >= 0 && topP <= 1)) {
      throw refusal("top_p", topP, "0 to 1 are possible");
    }
    if (!(minP >= 0 && minP <= 1)) {
      throw refusal("min_p", minP, "0 to 1 are possible");
    }
    if (seed < RANDOM_SEED || seed > MAX_SEED) {
      throw refusal("seed", seed, "0 to 4294967294 are possible, and -1 for a random one");
    }
    if (seed == MAX_SEED) {
      seed = RANDOM_SEED;
    }
  }

  private static Refusal refusal(String name, Object value, String possible) {
    return new Refusal(Refusal.Kind.USAGE, name + " " + value + ": " + possible);
  }

  /** Returns these options with another temperature. */
  public SamplingOptions withTemperature(float value) {
    return new SamplingOptions(value, topK, topP, minP, seed);
  }

  /** Returns these options with another top-k. */
  public SamplingOptions withTopK(int value) {
    return new SamplingOptions(temperature, value, topP, minP, seed);
  }

  /** Returns these options with another top-p. */
  public SamplingOptions withTopP(float value) {
    return new SamplingOptions(temperature, topK, value, minP, seed);
  }

  /** Returns these options with another min-p. */
  public SamplingOptions withMinP(float value) {
    return new SamplingOptions(temperature, topK, topP, value, seed);
  }

  /** Returns these options with another seed. */
  public SamplingOptions withSeed(long value) {
    return new SamplingOptions(temperature, topK, topP, minP, value);
  }

  /**
   * Returns these options with a seed that gives the same answer again: their own, or a new one
   * where they ask for a random one.
   */
  public SamplingOptions resolved() {
    return seed == RANDOM_SEED ? withSeed(Entropy.nextSeed()) : this;
  }

  /** Where random seeds come from; its class is loaded only when one is asked for. */
  private static final class Entropy {
    private static final SecureRandom RANDOM = new SecureRandom();

    static long nextSeed() {
      return RANDOM.nextLong(MAX_SEED);
    }
  }
}
