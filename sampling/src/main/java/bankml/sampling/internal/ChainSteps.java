// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static bankml.sampling.SamplingOption.DRY_ALLOWED_LENGTH;
import static bankml.sampling.SamplingOption.DRY_BASE;
import static bankml.sampling.SamplingOption.DRY_MULTIPLIER;
import static bankml.sampling.SamplingOption.DRY_PENALTY_LAST_N;
import static bankml.sampling.SamplingOption.DYNATEMP_EXPONENT;
import static bankml.sampling.SamplingOption.DYNATEMP_RANGE;
import static bankml.sampling.SamplingOption.FREQUENCY_PENALTY;
import static bankml.sampling.SamplingOption.MIN_KEEP;
import static bankml.sampling.SamplingOption.MIROSTAT;
import static bankml.sampling.SamplingOption.MIROSTAT_ETA;
import static bankml.sampling.SamplingOption.MIROSTAT_TAU;
import static bankml.sampling.SamplingOption.PRESENCE_PENALTY;
import static bankml.sampling.SamplingOption.REPEAT_LAST_N;
import static bankml.sampling.SamplingOption.REPEAT_PENALTY;
import static bankml.sampling.SamplingOption.TOP_N_SIGMA;
import static bankml.sampling.SamplingOption.TYPICAL_P;
import static bankml.sampling.SamplingOption.XTC_PROBABILITY;
import static bankml.sampling.SamplingOption.XTC_THRESHOLD;

import bankml.sampling.SamplerKind;
import bankml.sampling.SamplingOptions;
import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The chain that options ask for, without the steps that would do nothing ({@code
 * common_sampler_init} in the reference's {@code common/sampling.cpp}).
 */
public final class ChainSteps {
  private ChainSteps() {}

  /** Returns the steps of one answer in their order. */
  public static List<Step> of(SamplingOptions options, Tokenizer tokenizer) {
    List<Step> steps = new ArrayList<>();
    LogitBiases.of(options, tokenizer).ifPresent(steps::add);
    if (options.whole(MIROSTAT) == 0) {
      for (SamplerKind kind : options.samplers()) {
        step(kind, options, tokenizer).ifPresent(steps::add);
      }
    } else {
      temperature(options.temperature()).ifPresent(steps::add);
    }
    return steps;
  }

  /** Returns what draws one of the tokens that the steps leave. */
  public static Choice choice(SamplingOptions options, int vocabularySize) {
    float tau = options.decimal(MIROSTAT_TAU);
    float eta = options.decimal(MIROSTAT_ETA);
    return switch (options.whole(MIROSTAT)) {
      case 0 -> new Draw(options.seed(), vocabularySize);
      case 1 ->
          new Mirostat(new Surprise(options.seed(), tau, eta, vocabularySize), vocabularySize);
      default -> new MirostatV2(new Surprise(options.seed(), tau, eta, vocabularySize));
    };
  }

  private static Optional<Step> step(
      SamplerKind kind, SamplingOptions options, Tokenizer tokenizer) {
    int minKeep = options.whole(MIN_KEEP);
    return switch (kind) {
      case PENALTIES -> penalties(options, tokenizer.vocabSize());
      case DRY -> dry(options, tokenizer);
      case TOP_N_SIGMA ->
          when(options.decimal(TOP_N_SIGMA) > 0, new TopNSigma(options.decimal(TOP_N_SIGMA)));
      case TOP_K -> when(options.topK() > 0, new TopK(options.topK()));
      case TYPICAL_P ->
          options.decimal(TYPICAL_P) < 1
              ? Optional.of(new Typical(options.decimal(TYPICAL_P), minKeep, tokenizer.vocabSize()))
              : Optional.empty();
      case TOP_P -> when(options.topP() < 1, new TopP(options.topP(), minKeep));
      case MIN_P -> when(options.minP() > 0, new MinP(options.minP(), minKeep));
      case XTC ->
          options.decimal(XTC_PROBABILITY) > 0 && options.decimal(XTC_THRESHOLD) <= 0.5f
              ? Optional.of(
                  new Xtc(
                      options.decimal(XTC_PROBABILITY),
                      options.decimal(XTC_THRESHOLD),
                      minKeep,
                      new Mt19937(options.seed())))
              : Optional.empty();
      case TEMPERATURE ->
          options.decimal(DYNATEMP_RANGE) > 0
              ? Optional.of(
                  new DynamicTemperature(
                      options.temperature(),
                      options.decimal(DYNATEMP_RANGE),
                      options.decimal(DYNATEMP_EXPONENT)))
              : temperature(options.temperature());
    };
  }

  private static Optional<Step> when(boolean on, Step step) {
    return on ? Optional.of(step) : Optional.empty();
  }

  private static Optional<Step> temperature(float value) {
    return when(value != 1, new Temperature(value));
  }

  private static Optional<Step> penalties(SamplingOptions options, int vocabularySize) {
    float repeat = options.decimal(REPEAT_PENALTY);
    float frequency = options.decimal(FREQUENCY_PENALTY);
    float presence = options.decimal(PRESENCE_PENALTY);
    int window = options.whole(REPEAT_LAST_N);
    return window == 0 || (repeat == 1 && frequency == 0 && presence == 0)
        ? Optional.empty()
        : Optional.of(new Penalties(repeat, frequency, presence, window, vocabularySize));
  }

  private static Optional<Step> dry(SamplingOptions options, Tokenizer tokenizer) {
    float multiplier = options.decimal(DRY_MULTIPLIER);
    int window = options.whole(DRY_PENALTY_LAST_N);
    return multiplier == 0 || window == 0
        ? Optional.empty()
        : Optional.of(
            new Dry(
                multiplier,
                options.decimal(DRY_BASE),
                options.whole(DRY_ALLOWED_LENGTH),
                window,
                DryBreakers.of(options.dryBreakers(), tokenizer),
                tokenizer.vocabSize()));
  }
}
