// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.sampling.internal.Candidates;
import bankml.sampling.internal.Draw;
import bankml.sampling.internal.MinP;
import bankml.sampling.internal.Step;
import bankml.sampling.internal.Temperature;
import bankml.sampling.internal.TopK;
import bankml.sampling.internal.TopP;
import java.util.List;

/**
 * Chooses the tokens of one answer: every candidate goes through the chain top-k, top-p, min-p,
 * temperature, and one of what is left is drawn. One thread.
 *
 * <p>The chain is llama-server's default ({@code common_sampler_init} in the reference's {@code
 * common/sampling.cpp}), where the samplers that are off do nothing and draw nothing. Temperature 0
 * goes through it too: the best token is then the only one that can be drawn, and of two equally
 * good ones it is the one that the chain has put first.
 */
public final class Sampler {
  private final List<Step> chain;
  private final Candidates candidates;
  private final Draw draw;

  /**
   * Starts an answer.
   *
   * @param vocabularySize how many logits there are
   */
  public Sampler(SamplingOptions options, int vocabularySize) {
    SamplingOptions resolved = options.resolved();
    chain =
        List.of(
            new TopK(resolved.topK()),
            new TopP(resolved.topP()),
            new MinP(resolved.minP()),
            new Temperature(resolved.temperature()));
    candidates = new Candidates(vocabularySize);
    draw = new Draw(resolved.seed(), vocabularySize);
  }

  /**
   * Returns the next token.
   *
   * @param logits {@code [vocabularySize]}, no NaN; longer is fine; not changed
   */
  public int sample(float[] logits) {
    candidates.fill(logits);
    for (int i = 0; i < chain.size(); i++) {
      chain.get(i).apply(candidates);
    }
    return candidates.token(draw.choose(candidates));
  }
}
