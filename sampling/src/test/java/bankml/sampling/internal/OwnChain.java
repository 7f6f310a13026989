// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import bankml.sampling.Sampler;
import bankml.sampling.SamplingOptions;
import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/** The steps of {@link Sampler}, looked at one by one, and the token that it draws. */
final class OwnChain implements Chain {
  private final List<Step> steps;
  private final Candidates candidates;
  private final Sampler sampler;

  OwnChain(SamplingOptions options, Tokenizer tokenizer) {
    steps = ChainSteps.of(options, tokenizer);
    candidates = new Candidates(tokenizer.vocabSize());
    sampler = new Sampler(options, tokenizer);
  }

  @Override
  public void accept(int token) {
    steps.forEach(step -> step.accept(token));
    sampler.accept(token);
  }

  @Override
  public List<String> sample(float[] logits) {
    candidates.fill(logits);
    List<String> seen = new ArrayList<>();
    for (Step step : steps) {
      step.apply(candidates);
      seen.add(describe());
    }
    int token = sampler.sample(logits);
    seen.add("token " + token);
    steps.forEach(step -> step.accept(token));
    return seen;
  }

  private String describe() {
    long ids = Fnv.START;
    long logits = Fnv.START;
    for (int i = 0; i < candidates.size(); i++) {
      ids = Fnv.add(ids, candidates.token(i));
      logits = Fnv.add(logits, Float.floatToRawIntBits(candidates.logit(i)));
    }
    return Chain.describe(candidates.size(), candidates.sorted(), ids, logits);
  }

  @Override
  public void close() {}
}
