// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The samplers that a chain can be made of, under llama-server's names. */
public enum SamplerKind {
  /** Repetition, frequency and presence penalties. */
  PENALTIES("penalties", 'e'),
  /** Penalties for going on with a repetition. */
  DRY("dry", 'd'),
  /** Cuts by standard deviations of the logits. */
  TOP_N_SIGMA("top_n_sigma", 's'),
  /** Keeps a number of tokens. */
  TOP_K("top_k", 'k'),
  /** Keeps typical tokens. */
  TYPICAL_P("typ_p", 'y'),
  /** Keeps a sum of probabilities. */
  TOP_P("top_p", 'p'),
  /** Keeps a part of the best probability. */
  MIN_P("min_p", 'm'),
  /** Drops the best tokens now and then. */
  XTC("xtc", 'x'),
  /** Divides logits. */
  TEMPERATURE("temperature", 't');

  /** The order of {@code common_params_sampling} in the reference's {@code common/common.h}. */
  public static final List<SamplerKind> DEFAULT_ORDER = List.of(values());

  private final String samplerName;
  private final char letter;

  SamplerKind(String samplerName, char letter) {
    this.samplerName = samplerName;
    this.letter = letter;
  }

  /** Returns llama-server's name. */
  public String samplerName() {
    return samplerName;
  }

  /**
   * Returns the sampler that llama-server calls {@code name}, in any case, with {@code _}, {@code
   * -} or nothing between words, or {@code nucleus}, {@code temp}, {@code typ} ({@code
   * common_sampler_types_from_names} in the reference's {@code common/sampling.cpp}). Refuses any
   * other.
   */
  public static SamplerKind named(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "nucleus" -> TOP_P;
      case "temp" -> TEMPERATURE;
      case "typ" -> TYPICAL_P;
      default ->
          Arrays.stream(values())
              .filter(kind -> kind.isCalled(lower))
              .findFirst()
              .orElseThrow(() -> unknown(name));
    };
  }

  /** Returns the sampler of a letter ({@code common_sampler_type_to_chr}). Refuses any other. */
  public static SamplerKind ofLetter(char letter) {
    return Arrays.stream(values())
        .filter(kind -> kind.letter == letter)
        .findFirst()
        .orElseThrow(() -> unknown(Character.toString(letter)));
  }

  private boolean isCalled(String name) {
    return name.equals(samplerName)
        || name.equals(samplerName.replace('_', '-'))
        || name.equals(samplerName.replace("_", ""));
  }

  private static Refusal unknown(String name) {
    String names =
        Arrays.stream(values()).map(SamplerKind::samplerName).collect(Collectors.joining(", "));
    return new Refusal(Refusal.Kind.USAGE, "samplers \"" + name + "\": " + names + " are possible");
  }
}
