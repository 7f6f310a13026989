// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.sampling.SamplingOptions;
import java.util.List;
import java.util.Optional;

/**
 * A finished answer.
 *
 * @param text all of its text: the listener's pieces joined
 * @param tokens its token ids, the one that ended it included
 * @param promptTokens how many tokens the prompt had
 * @param reusedTokens how many of them were not computed again
 * @param finishReason why it ended
 * @param stopString the stop string that ended it, where one did
 * @param sampling how its tokens were chosen, with the seed that gives them again
 * @param timings how long it took
 * @param logprobs those of its pieces where they were asked for; where a stop string ended it, not
 *     those of the last tokens, as many as the stop string has
 */
public record Generation(
    String text,
    List<Integer> tokens,
    int promptTokens,
    int reusedTokens,
    FinishReason finishReason,
    Optional<String> stopString,
    SamplingOptions sampling,
    Timings timings,
    List<TokenLogprob> logprobs) {

  /** Keeps the tokens as they are now. */
  public Generation {
    tokens = List.copyOf(tokens);
    logprobs = List.copyOf(logprobs);
  }

  /** Returns how many tokens were generated, the one that ended the answer included. */
  public int completionTokens() {
    return tokens.size();
  }
}
