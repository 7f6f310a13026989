// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Lowers the logits of tokens that are among the last of prompt and answer ({@code
 * llama_sampler_penalties_apply} in the reference's {@code src/llama-sampler.cpp}). Positive logits
 * are divided, others multiplied.
 */
final class Penalties implements Step {
  private final float repeat;
  private final float frequency;
  private final float presence;
  private final RecentTokens window;

  /** How often each token is in the window. */
  private final int[] counts;

  Penalties(float repeat, float frequency, float presence, int window, int vocabularySize) {
    this.repeat = repeat;
    this.frequency = frequency;
    this.presence = presence;
    this.window = new RecentTokens(window);
    counts = new int[vocabularySize];
  }

  @Override
  public void accept(int token) {
    if (window.isFull()) {
      counts[window.recent(window.size() - 1)]--;
    }
    counts[token]++;
    window.add(token);
  }

  @Override
  public void apply(Candidates candidates) {
    for (int i = 0; i < candidates.size(); i++) {
      int count = counts[candidates.token(i)];
      if (count > 0) {
        float logit = candidates.logit(i);
        float divided = logit <= 0 ? logit * repeat : logit / repeat;
        candidates.setLogit(i, divided - (count * frequency + presence));
      }
    }
    candidates.unsort();
  }
}
