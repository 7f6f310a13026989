// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.Refusal;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How tokens are chosen from logits. Immutable; begins with {@link #DEFAULT}.
 *
 * @param numbers every {@link SamplingOption}'s value, in its own type
 * @param seed the generators' seed, 0 to 4294967294, or {@link #RANDOM_SEED}
 * @param samplers the chain's order
 * @param dryBreakers texts over which a repetition does not go on for DRY
 * @param logitBias what is added to logits first, in this order
 * @param ignoreEos whether tokens that end an answer are never drawn
 * @param grammar what the answer must be, in GBNF; empty for anything
 */
public record SamplingOptions(
    Map<SamplingOption, Number> numbers,
    long seed,
    List<SamplerKind> samplers,
    List<String> dryBreakers,
    List<LogitBias> logitBias,
    boolean ignoreEos,
    String grammar) {
  /** Asks for a new seed for each answer. 4294967295, the reference's own name for it, is taken. */
  public static final long RANDOM_SEED = -1;

  /** llama-server's own defaults. */
  public static final SamplingOptions DEFAULT =
      new SamplingOptions(
          standards(),
          RANDOM_SEED,
          SamplerKind.DEFAULT_ORDER,
          List.of("\n", ":", "\"", "*"),
          List.of(),
          false,
          "");

  private static final long MAX_SEED = 0xFFFF_FFFFL;

  /** Refuses what is out of range, naming the option, its value and what is possible. */
  public SamplingOptions {
    EnumMap<SamplingOption, Number> checked = new EnumMap<>(SamplingOption.class);
    numbers.forEach((option, value) -> checked.put(option, option.check(value.doubleValue())));
    if (checked.size() != SamplingOption.values().length) {
      throw new IllegalArgumentException("not every option has a value: " + numbers);
    }
    numbers = Collections.unmodifiableMap(checked);
    if (seed < RANDOM_SEED || seed > MAX_SEED) {
      throw new Refusal(
          Refusal.Kind.USAGE,
          "seed " + seed + ": 0 to 4294967294 are possible, and -1 for a random one");
    }
    if (seed == MAX_SEED) {
      seed = RANDOM_SEED;
    }
    samplers = List.copyOf(samplers);
    dryBreakers = List.copyOf(dryBreakers);
    if (dryBreakers.isEmpty()) {
      throw new Refusal(
          Refusal.Kind.USAGE, "dry_sequence_breakers []: at least one text is needed");
    }
    logitBias = List.copyOf(logitBias);
  }

  /** llama-server's own defaults but for these. */
  public SamplingOptions(float temperature, int topK, float topP, float minP, long seed) {
    this(
        DEFAULT.withTemperature(temperature).withTopK(topK).withTopP(topP).withMinP(minP).numbers,
        seed,
        DEFAULT.samplers,
        DEFAULT.dryBreakers,
        DEFAULT.logitBias,
        DEFAULT.ignoreEos,
        DEFAULT.grammar);
  }

  private static Map<SamplingOption, Number> standards() {
    EnumMap<SamplingOption, Number> numbers = new EnumMap<>(SamplingOption.class);
    for (SamplingOption option : SamplingOption.values()) {
      numbers.put(option, option.standard());
    }
    return numbers;
  }

  /** Returns the value of a whole-number option. */
  public int whole(SamplingOption option) {
    return number(option).intValue();
  }

  /** Returns the value of any option as a float. */
  public float decimal(SamplingOption option) {
    return number(option).floatValue();
  }

  /** Returns the value of {@code option} in its own type. */
  public Number number(SamplingOption option) {
    Number value = numbers.get(option);
    if (value == null) {
      throw new IllegalStateException(option + " has no value");
    }
    return value;
  }

  /** Returns what logits are divided by; 0 takes the best token. */
  public float temperature() {
    return decimal(SamplingOption.TEMPERATURE);
  }

  /** Returns how many of the best tokens stay; 0 or less keeps all. */
  public int topK() {
    return whole(SamplingOption.TOP_K);
  }

  /** Returns the sum of probabilities up to which the best tokens stay. */
  public float topP() {
    return decimal(SamplingOption.TOP_P);
  }

  /** Returns the part of the best one's probability that tokens need to stay. */
  public float minP() {
    return decimal(SamplingOption.MIN_P);
  }

  /** Returns these options with another value for {@code option}. Refuses one out of range. */
  public SamplingOptions with(SamplingOption option, double value) {
    EnumMap<SamplingOption, Number> changed = new EnumMap<>(numbers);
    changed.put(option, option.check(value));
    return new SamplingOptions(changed, seed, samplers, dryBreakers, logitBias, ignoreEos, grammar);
  }

  /** Returns these options with another temperature. */
  public SamplingOptions withTemperature(float value) {
    return with(SamplingOption.TEMPERATURE, value);
  }

  /** Returns these options with another top-k. */
  public SamplingOptions withTopK(int value) {
    return with(SamplingOption.TOP_K, value);
  }

  /** Returns these options with another top-p. */
  public SamplingOptions withTopP(float value) {
    return with(SamplingOption.TOP_P, value);
  }

  /** Returns these options with another min-p. */
  public SamplingOptions withMinP(float value) {
    return with(SamplingOption.MIN_P, value);
  }

  /** Returns these options with another seed. */
  public SamplingOptions withSeed(long value) {
    return new SamplingOptions(
        numbers, value, samplers, dryBreakers, logitBias, ignoreEos, grammar);
  }

  /** Returns these options with another order of samplers. */
  public SamplingOptions withSamplers(List<SamplerKind> value) {
    return new SamplingOptions(numbers, seed, value, dryBreakers, logitBias, ignoreEos, grammar);
  }

  /** Returns these options with other texts that interrupt repetitions. */
  public SamplingOptions withDryBreakers(List<String> value) {
    return new SamplingOptions(numbers, seed, samplers, value, logitBias, ignoreEos, grammar);
  }

  /** Returns these options with other biases. */
  public SamplingOptions withLogitBias(List<LogitBias> value) {
    return new SamplingOptions(numbers, seed, samplers, dryBreakers, value, ignoreEos, grammar);
  }

  /** Returns these options with or without tokens that end an answer. */
  public SamplingOptions withIgnoreEos(boolean value) {
    return new SamplingOptions(numbers, seed, samplers, dryBreakers, logitBias, value, grammar);
  }

  /** Returns these options with another grammar, or none. */
  public SamplingOptions withGrammar(String value) {
    return new SamplingOptions(numbers, seed, samplers, dryBreakers, logitBias, ignoreEos, value);
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
