// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.Refusal;
import java.util.Arrays;
import java.util.Optional;

/**
 * The numbers that shape sampling, under llama-server's names, with its defaults and its ranges
 * ({@code make_llama_cmpl_schema} in the reference's {@code tools/server/server-schema.cpp}). Where
 * llama-server moves a value into its range without a word, it is refused here.
 */
public enum SamplingOption {
  /** What logits are divided by. */
  TEMPERATURE("temperature", 0.8f, 0, Float.MAX_VALUE, "0 takes the best token"),
  /** How far the temperature moves with the entropy. */
  DYNATEMP_RANGE("dynatemp_range", 0f, "The temperature moves this far with the entropy; 0 is off"),
  /** How the entropy is mapped to the temperature. */
  DYNATEMP_EXPONENT("dynatemp_exponent", 1f, "How the entropy moves the temperature"),
  /** How many of the best tokens stay. */
  TOP_K("top_k", 40, Integer.MIN_VALUE, "Keep the K best tokens; 0 keeps all"),
  /** The best tokens stay until their probabilities sum up to this. */
  TOP_P("top_p", 0.95f, 0, 1, "Keep the best tokens up to this probability"),
  /** Tokens stay that have at least this part of the best one's probability. */
  MIN_P("min_p", 0.05f, 0, 1, "Drop tokens below this part of the best one's probability"),
  /** Tokens stay that are at most so many standard deviations below the best. */
  TOP_N_SIGMA(
      "top_n_sigma", -1f, "Drop tokens this many standard deviations below the best; -1 is off"),
  /** How often the best tokens are dropped. */
  XTC_PROBABILITY("xtc_probability", 0f, 0, 1, "How often the best tokens are dropped; 0 is off"),
  /** What counts among the best then. */
  XTC_THRESHOLD("xtc_threshold", 0.1f, 0, 1, "Which tokens are dropped then; more than 0.5 is off"),
  /** Tokens stay that surprise about as much as is expected, up to this probability. */
  TYPICAL_P("typical_p", 1f, "Keep the most typical tokens up to this probability; 1 keeps all"),
  /** How many tokens back penalties look. */
  REPEAT_LAST_N("repeat_last_n", 64, 0, "How many tokens back penalties look; 0 is off"),
  /** What logits of tokens that were there are divided by. */
  REPEAT_PENALTY(
      "repeat_penalty",
      1f,
      Math.nextUp(0x1p-128f), // its reciprocal must be finite, as common_sampler_init asks
      Float.MAX_VALUE,
      "Divides logits of tokens that were there; 1 is off"),
  /** What is taken from the logit of a token that was there. */
  PRESENCE_PENALTY("presence_penalty", 0f, "Taken from logits of tokens that were there"),
  /** What is taken from the logit of a token for each time it was there. */
  FREQUENCY_PENALTY("frequency_penalty", 0f, "Taken from a logit for each time it was there"),
  /** What is taken from the logits of tokens that would go on with a repetition. */
  DRY_MULTIPLIER("dry_multiplier", 0f, "Taken from logits that go on with a repetition; 0 is off"),
  /** How that grows with the repetition's length. */
  DRY_BASE("dry_base", 1.75f, 1, Float.MAX_VALUE, "How that grows with the repetition's length"),
  /** How long a repetition may be for nothing. */
  DRY_ALLOWED_LENGTH("dry_allowed_length", 2, 0, "How long a repetition may be for nothing"),
  /** How many tokens back repetitions are looked for. */
  DRY_PENALTY_LAST_N(
      "dry_penalty_last_n", 64, 0, "How many tokens back repetitions are looked for"),
  /** Which Mirostat steers the surprise, instead of the other samplers. */
  MIROSTAT("mirostat", 0, 0, 2, "Steers the surprise, instead of other samplers; 0 is off"),
  /** The surprise that Mirostat steers to, in bits. */
  MIROSTAT_TAU("mirostat_tau", 5f, "The surprise that Mirostat steers to"),
  /** How fast it does. */
  MIROSTAT_ETA("mirostat_eta", 0.1f, "How fast Mirostat steers"),
  /** Samplers that drop tokens leave this many. */
  MIN_KEEP("min_keep", 0, 0, "Samplers leave this many tokens at least");

  private final String optionName;
  private final boolean whole;
  private final double standard;
  private final double least;
  private final double most;
  private final String meaning;

  SamplingOption(String optionName, float standard, String meaning) {
    this(optionName, standard, -Float.MAX_VALUE, Float.MAX_VALUE, meaning);
  }

  SamplingOption(String optionName, int standard, int least, String meaning) {
    this(optionName, standard, least, Integer.MAX_VALUE, meaning);
  }

  SamplingOption(String optionName, int standard, int least, int most, String meaning) {
    this(optionName, true, standard, least, most, meaning);
  }

  SamplingOption(String optionName, float standard, float least, float most, String meaning) {
    this(optionName, false, standard, least, most, meaning);
  }

  SamplingOption(
      String optionName,
      boolean whole,
      double standard,
      double least,
      double most,
      String meaning) {
    this.optionName = optionName;
    this.whole = whole;
    this.standard = standard;
    this.least = least;
    this.most = most;
    this.meaning = meaning;
  }

  /** Returns the name under which llama-server knows this option. */
  public String optionName() {
    return optionName;
  }

  /** Returns what it does, in a line for help texts. */
  public String meaning() {
    return meaning;
  }

  /** Returns llama-server's default: a {@link Float}, or an {@link Integer} for whole numbers. */
  public Number standard() {
    return check(standard);
  }

  /** Returns whether only whole numbers are possible. */
  public boolean isWhole() {
    return whole;
  }

  /**
   * Returns {@code value} in this option's type. Refuses one that is out of range, naming option,
   * value and what is possible.
   */
  public Number check(double value) {
    if (whole) {
      if (value == Math.rint(value) && value >= least && value <= most) {
        return (int) value;
      }
    } else {
      float single = (float) value;
      if (single >= least && single <= most) {
        return single;
      }
    }
    throw new Refusal(
        Refusal.Kind.USAGE, optionName + " " + shown(value) + ": " + possible() + " possible");
  }

  private String shown(double value) {
    return whole && value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Float.toString((float) value);
  }

  private String possible() {
    if (whole) {
      return most < Integer.MAX_VALUE
          ? "whole numbers from " + (int) least + " to " + (int) most + " are"
          : "whole numbers from " + (int) least + " on are";
    }
    if (most < Float.MAX_VALUE) {
      return (int) least + " to " + (int) most + " are";
    }
    if (this == REPEAT_PENALTY) {
      return "finite numbers above 0 are";
    }
    return least > -Float.MAX_VALUE
        ? "finite numbers from " + (int) least + " on are"
        : "finite numbers are";
  }

  /** Returns the option that llama-server calls {@code name}. */
  public static Optional<SamplingOption> named(String name) {
    return Arrays.stream(values()).filter(o -> o.optionName.equals(name)).findFirst();
  }
}
