// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.Refusal;
import bankml.sampling.internal.Candidates;
import bankml.sampling.internal.ChainSteps;
import bankml.sampling.internal.Choice;
import bankml.sampling.internal.Step;
import bankml.sampling.internal.grammar.GrammarWalk;
import bankml.text.Tokenizer;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

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
  private final Optional<GrammarWalk> grammar;

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
    grammar =
        resolved.grammar().isEmpty()
            ? Optional.empty()
            : Optional.of(new GrammarWalk(resolved.grammar(), tokenizer));
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
   * Returns the next token. Where a grammar does not allow the one drawn, another one is drawn, by
   * the same generators, from those it allows ({@code common_sampler_sample} in the reference's
   * {@code common/sampling.cpp}).
   *
   * @param logits {@code [vocabularySize]}, no NaN; longer is fine; not changed
   * @throws bankml.gguf.Refusal where the grammar leaves no token
   */
  public int sample(float[] logits) {
    candidates.fill(logits);
    int token = draw();
    if (grammar.isPresent()) {
      if (!grammar.get().allows(token)) {
        candidates.fill(logits);
        candidates.exclude(allowed(grammar.get()));
        token = draw();
      }
      grammar.get().accept(token);
    }
    accept(token);
    return token;
  }

  private static BitSet allowed(GrammarWalk grammar) {
    BitSet allowed = grammar.allowed();
    if (allowed.isEmpty()) {
      throw Refusal.refused("no token of the vocabulary goes on with the grammar");
    }
    return allowed;
  }

  private int draw() {
    for (int i = 0; i < chain.size(); i++) {
      chain.get(i).apply(candidates);
    }
    return candidates.token(choice.choose(candidates));
  }
}
