// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.sampling.internal.Candidates;
import bankml.sampling.internal.ChainSteps;
import bankml.sampling.internal.Choice;
import bankml.sampling.internal.Step;
import bankml.text.Tokenizer;
import java.util.List;

/**
 * Chooses the tokens of one answer: every candidate goes through the chain, and one of what is left
 * is drawn. One thread.
 *
 * <p>The chain is llama-server's ({@code common_sampler_init} in the reference's {@code
 * common/sampling.cpp}), where the samplers that are off do nothing and draw nothing. Temperature 0
 * goes through it too: the best token is then the only one that can be drawn, and of two equally
 * good ones it is the one that the chain has put first.
 */
public final class Sampler {
  private final List<Step> chain;
  private final Choice choice;
  private final Candidates candidates;

  /**
   * Starts an answer.
   *
   * @param tokenizer of the model whose logits come
   */
  public Sampler(SamplingOptions options, Tokenizer tokenizer) {
    SamplingOptions resolved = options.resolved();
    chain = ChainSteps.of(resolved, tokenizer);
    choice = ChainSteps.choice(resolved, tokenizer.vocabSize());
    candidates = new Candidates(tokenizer.vocabSize());
  }

  /**
   * Takes a token of the prompt, in its order: penalties look at it. What {@link #sample} returns
   * need not be told.
   */
  public void accept(int token) {
    for (int i = 0; i < chain.size(); i++) {
      chain.get(i).accept(token);
    }
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
    int token = candidates.token(choice.choose(candidates));
    accept(token);
    return token;
  }
}
