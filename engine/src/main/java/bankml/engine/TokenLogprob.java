// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import java.util.List;

/**
 * How probable a token of an answer was, before the sampler chain, as llama-server tells it ({@code
 * completion_token_output} in the reference's {@code tools/server/server-task.h}).
 *
 * @param id the token
 * @param text what was given out with it, which is not always its own text: held-back text comes
 *     with the token that decides it
 * @param bytes the bytes of that text, 0 to 255
 * @param logprob the natural logarithm of its probability
 * @param top the most probable tokens, the best first
 */
public record TokenLogprob(
    int id, String text, List<Integer> bytes, float logprob, List<Alternative> top) {

  /** Keeps the lists as they are now. */
  public TokenLogprob {
    bytes = List.copyOf(bytes);
    top = List.copyOf(top);
  }

  /**
   * A token that could have been chosen.
   *
   * @param id the token
   * @param text its own text, empty for a control token
   * @param bytes the bytes of that text, 0 to 255
   * @param logprob the natural logarithm of its probability
   */
  public record Alternative(int id, String text, List<Integer> bytes, float logprob) {
    /** Keeps the bytes as they are now. */
    public Alternative {
      bytes = List.copyOf(bytes);
    }
  }
}
