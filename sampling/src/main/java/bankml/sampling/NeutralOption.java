// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.Refusal;
import java.util.Arrays;
import java.util.Optional;

/**
 * Samplers of the reference's default chain that bankml does not have. A request may name them with
 * the value that switches them off, the reference's default; any other is refused, never ignored.
 */
public enum NeutralOption {
  /** Divides the logits of tokens that were there before. */
  REPEAT_PENALTY("repeat_penalty", 1),
  /** Lowers logits for each time a token was there before. */
  FREQUENCY_PENALTY("frequency_penalty", 0),
  /** Lowers logits of tokens that were there before. */
  PRESENCE_PENALTY("presence_penalty", 0),
  /** Lowers logits of tokens that would go on with a repetition. */
  DRY_MULTIPLIER("dry_multiplier", 0),
  /** Keeps tokens near the best one, in standard deviations of the logits. */
  TOP_N_SIGMA("top_n_sigma", -1),
  /** Keeps tokens that surprise about as much as is expected. */
  TYPICAL_P("typical_p", 1),
  /** Drops the best tokens, now and then. */
  XTC_PROBABILITY("xtc_probability", 0),
  /** Moves the temperature with the entropy. */
  DYNATEMP_RANGE("dynatemp_range", 0),
  /** Steers towards a surprise that is asked for. */
  MIROSTAT("mirostat", 0);

  private final String optionName;
  private final double neutral;

  NeutralOption(String optionName, double neutral) {
    this.optionName = optionName;
    this.neutral = neutral;
  }

  /** Returns the name under which llama-server knows this option. */
  public String optionName() {
    return optionName;
  }

  /** Returns the value that switches it off. */
  public double neutral() {
    return neutral;
  }

  /** Refuses every {@code value} but the neutral one. */
  public void require(double value) {
    if (value != neutral) {
      throw new Refusal(
          Refusal.Kind.USAGE,
          optionName + " " + value + ": not built yet, only " + neutral + " (off) is possible");
    }
  }

  /** Returns the option that llama-server calls {@code name}. */
  public static Optional<NeutralOption> named(String name) {
    return Arrays.stream(values()).filter(o -> o.optionName.equals(name)).findFirst();
  }
}
