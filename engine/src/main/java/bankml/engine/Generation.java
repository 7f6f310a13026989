// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.sampling.SamplingOptions;
import java.util.List;

/**
 * A finished answer.
 *
 * @param text all of its text: the listener's pieces joined
 * @param tokens its token ids, the one that ended it included
 * @param promptTokens how many tokens the prompt had
 * @param finishReason why it ended
 * @param sampling how its tokens were chosen, with the seed that gives them again
 * @param timings how long it took
 */
public record Generation(
    String text,
    List<Integer> tokens,
    int promptTokens,
    FinishReason finishReason,
    SamplingOptions sampling,
    Timings timings) {

  /** Keeps the tokens as they are now. */
  public Generation {
    tokens = List.copyOf(tokens);
  }

  /** Returns how many tokens were generated, the one that ended the answer included. */
  public int completionTokens() {
    return tokens.size();
  }
}
