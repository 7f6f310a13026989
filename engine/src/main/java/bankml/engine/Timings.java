// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

/**
 * How long an answer took, in milliseconds.
 *
 * @param promptMs from the request to the prompt's logits
 * @param ttftMs from the request to the first token
 * @param predictMs from the first token to the last
 * @param wallMs from the request to the end
 */
public record Timings(double promptMs, double ttftMs, double predictMs, double wallMs) {

  /** Returns prompt tokens a second, 0 where there was no time to measure. */
  public double promptPerSecond(int promptTokens) {
    return perSecond(promptTokens, promptMs);
  }

  /** Returns generated tokens a second, the first one not counted, as its time is the prompt's. */
  public double predictedPerSecond(int completionTokens) {
    return perSecond(Math.max(0, completionTokens - 1), predictMs);
  }

  private static double perSecond(int tokens, double ms) {
    return ms > 0 ? tokens * 1000 / ms : 0;
  }
}
