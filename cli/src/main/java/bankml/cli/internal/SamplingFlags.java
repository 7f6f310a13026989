// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.GenerateRequest;
import bankml.gguf.Refusal;
import bankml.sampling.LogitBias;
import bankml.sampling.SamplerKind;
import bankml.sampling.SamplingOption;
import bankml.sampling.SamplingOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * How tokens are chosen and when to stop, called as in {@code /v1}; the reference's defaults. Every
 * {@link SamplingOption} is a flag.
 */
final class SamplingFlags {
  private final Map<SamplingOption, Double> numbers = new EnumMap<>(SamplingOption.class);

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The same seed gives the same answer; -1 takes a new one.")
  private long seed = SamplingOptions.RANDOM_SEED;

  @Option(
      names = "--samplers",
      paramLabel = "NAME",
      split = "[,;]",
      description = "The order of the samplers, parted by commas.")
  private final List<String> samplers = new ArrayList<>();

  @Option(
      names = "--dry-sequence-breaker",
      paramLabel = "TEXT",
      description = "Repetitions end here for DRY; may be repeated.")
  private final List<String> breakers = new ArrayList<>();

  @Option(
      names = "--logit-bias",
      paramLabel = "TOKEN=BIAS",
      description = "Add to a token's logit (its id or a text); false is never; may be repeated.")
  private final Map<String, String> biases = new LinkedHashMap<>();

  @Option(names = "--ignore-eos", description = "Never end the answer.")
  private boolean ignoreEos;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      description = "Stop after N tokens; -1 goes on to the end of the context.")
  private int maxTokens = GenerateRequest.UNTIL_FULL;

  @Option(names = "--stop", paramLabel = "TEXT", description = "Stop before TEXT; may be repeated.")
  private final List<String> stop = new ArrayList<>();

  /** Adds a flag for each number to the command that has these flags. */
  @Spec(Spec.Target.MIXEE)
  void addNumbers(CommandSpec command) {
    for (SamplingOption option : SamplingOption.values()) {
      command.addOption(
          OptionSpec.builder("--" + option.optionName().replace('_', '-'))
              .paramLabel("N")
              .type(Double.class)
              .description(option.meaning() + " (default: " + option.standard() + ").")
              .setter(setter(option))
              .build());
    }
  }

  private ISetter setter(SamplingOption option) {
    return new ISetter() {
      @Override
      public <T> T set(T value) {
        if (value instanceof Double number) {
          numbers.put(option, number);
        }
        return value;
      }
    };
  }

  /** Returns a request to continue {@code promptTokens} in the way that was asked for. */
  GenerateRequest request(int[] promptTokens) {
    return GenerateRequest.of(promptTokens)
        .withSampling(sampling())
        .withMaxTokens(maxTokens)
        .withStop(stop);
  }

  private SamplingOptions sampling() {
    SamplingOptions options = SamplingOptions.DEFAULT.withSeed(seed).withIgnoreEos(ignoreEos);
    for (Map.Entry<SamplingOption, Double> number : numbers.entrySet()) {
      options = options.with(number.getKey(), number.getValue());
    }
    if (!samplers.isEmpty()) {
      options = options.withSamplers(samplers.stream().map(SamplerKind::named).toList());
    }
    if (!breakers.isEmpty()) {
      options = options.withDryBreakers(breakers);
    }
    return options.withLogitBias(
        biases.entrySet().stream()
            .map(e -> new LogitBias(target(e.getKey()), bias(e.getValue())))
            .toList());
  }

  private static LogitBias.Target target(String key) {
    return LogitBias.targetOf(key);
  }

  private static float bias(String text) {
    if (text.equals("false")) {
      return Float.NEGATIVE_INFINITY;
    }
    try {
      return Float.parseFloat(text);
    } catch (NumberFormatException e) {
      throw new Refusal(
          Refusal.Kind.USAGE, "--logit-bias " + text + ": a number or false is accepted", e);
    }
  }
}
