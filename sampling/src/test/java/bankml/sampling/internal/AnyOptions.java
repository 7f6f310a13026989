// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static java.util.Objects.requireNonNull;

import bankml.sampling.LogitBias;
import bankml.sampling.SamplerKind;
import bankml.sampling.SamplingOption;
import bankml.sampling.SamplingOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Options at random, at the ends of their ranges more often than in the middle. */
final class AnyOptions {
  private static final Map<SamplingOption, double[]> VALUES =
      Map.ofEntries(
          Map.entry(SamplingOption.TEMPERATURE, of(0, 1e-3, 0.3, 0.8, 1, 1.5, 20, 100)),
          Map.entry(SamplingOption.DYNATEMP_RANGE, of(0, 0.2, 0.8, 5)),
          Map.entry(SamplingOption.DYNATEMP_EXPONENT, of(1, 0, 0.5, 2.7, -1, 30)),
          Map.entry(SamplingOption.TOP_K, of(-1, 0, 1, 2, 5, 40, 127, 128, 129, 300, 1000, 1e5)),
          Map.entry(SamplingOption.TOP_P, of(0, 0.1, 0.5, 0.9, 0.95, 0.999, 1)),
          Map.entry(SamplingOption.MIN_P, of(0, 1e-42, 0.001, 0.05, 0.2, 1)),
          Map.entry(SamplingOption.TOP_N_SIGMA, of(-1, 0, 0.5, 1, 3)),
          Map.entry(SamplingOption.XTC_PROBABILITY, of(0, 0.5, 1)),
          Map.entry(SamplingOption.XTC_THRESHOLD, of(0, 0.01, 0.1, 0.5, 0.6)),
          Map.entry(SamplingOption.TYPICAL_P, of(1, 0.2, 0.9, 0, -1)),
          Map.entry(SamplingOption.REPEAT_LAST_N, of(64, 0, 1, 5, 100_000)),
          Map.entry(SamplingOption.REPEAT_PENALTY, of(1, 1.1, 1.3, 0.5)),
          Map.entry(SamplingOption.PRESENCE_PENALTY, of(0, 0.5, -0.3)),
          Map.entry(SamplingOption.FREQUENCY_PENALTY, of(0, 0.7, -0.1)),
          Map.entry(SamplingOption.DRY_MULTIPLIER, of(0, 0.8, 2, -0.5)),
          Map.entry(SamplingOption.DRY_BASE, of(1.75, 1, 1.3, 3, 1e30)),
          Map.entry(SamplingOption.DRY_ALLOWED_LENGTH, of(2, 0, 1, 4)),
          Map.entry(SamplingOption.DRY_PENALTY_LAST_N, of(64, 0, 3, 100_000)),
          Map.entry(SamplingOption.MIROSTAT, of(0, 0, 0, 0, 0, 1, 2)),
          Map.entry(SamplingOption.MIROSTAT_TAU, of(5, 0.5, 12)),
          Map.entry(SamplingOption.MIROSTAT_ETA, of(0.1, 1)),
          Map.entry(SamplingOption.MIN_KEEP, of(0, 1, 5, 1000)));

  private static final List<List<String>> BREAKERS =
      List.of(
          List.of("\n", ":", "\"", "*"),
          List.of("ab", ":a\n", ""),
          List.of("xyz.,xyz.,xyz", "e"),
          List.of("never there"));

  private AnyOptions() {}

  private static double[] of(double... values) {
    return values;
  }

  /** Returns options for logits of {@code size} tokens. Every second option is its default. */
  static SamplingOptions of(Random random, int size) {
    SamplingOptions options = SamplingOptions.DEFAULT.withSeed(random.nextInt(Integer.MAX_VALUE));
    for (SamplingOption option : SamplingOption.values()) {
      double[] values = requireNonNull(VALUES.get(option));
      if (random.nextBoolean()) {
        options = options.with(option, values[random.nextInt(values.length)]);
      }
    }
    options = options.withDryBreakers(BREAKERS.get(random.nextInt(BREAKERS.size())));
    if (random.nextInt(4) == 0) {
      List<SamplerKind> order = new ArrayList<>(options.samplers());
      Collections.shuffle(order, random);
      options = options.withSamplers(order.subList(random.nextInt(3), order.size()));
    }
    if (random.nextInt(3) == 0) {
      options =
          options.withLogitBias(
              List.of(
                  LogitBias.of(random.nextInt(size), 3.7f),
                  LogitBias.of(random.nextInt(size), -2),
                  LogitBias.of(0, size > 1 ? Float.NEGATIVE_INFINITY : 1)));
    }
    return options;
  }
}
