// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.sampling.internal.SoftMax;

/**
 * How probable the tokens of a vocabulary are before the sampler chain, with the bits of
 * llama-server's logprobs ({@code get_token_probabilities} in the reference's {@code
 * tools/server/server-common.cpp}). Reused for every token of an answer. One thread.
 */
public final class TokenProbabilities {
  private final SoftMax softMax;

  /** Makes room for {@code vocabularySize} tokens. */
  public TokenProbabilities(int vocabularySize) {
    softMax = new SoftMax(vocabularySize);
  }

  /**
   * Takes a row of logits.
   *
   * @param logits {@code [vocabularySize]}, no NaN; longer is fine
   * @param top how many of the best tokens to rank; it decides in which order the others are summed
   *     up, and so the last bits of every probability
   */
  public void set(float[] logits, int top) {
    softMax.set(logits, top);
  }

  /** Returns how many tokens are ranked: as many as were asked for, or all there are. */
  public int ranked() {
    return softMax.ranked();
  }

  /** Returns the token at {@code rank}, 0 for the best. */
  public int token(int rank) {
    return softMax.token(rank);
  }

  /** Returns the natural logarithm of the probability of the token at {@code rank}. */
  public float logprob(int rank) {
    return softMax.logprob(rank);
  }

  /** Returns the natural logarithm of {@code token}'s probability. */
  public float logprobOf(int token) {
    return softMax.logprob(softMax.find(token));
  }
}
