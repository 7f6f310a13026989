// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import bankml.gguf.Refusal;
import bankml.sampling.LogitBias;
import bankml.sampling.SamplingOptions;
import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Adds biases to logits, one by one in their order ({@code llama_sampler_logit_bias_apply} in the
 * reference's {@code src/llama-sampler.cpp}). It is the first step, where a candidate's index is
 * its token.
 */
final class LogitBiases implements Step {
  private record Bias(int token, float bias) {}

  private final List<Bias> biases;

  private LogitBiases(List<Bias> biases) {
    this.biases = biases;
  }

  /**
   * Returns the step where there is anything to add. End tokens that are to be ignored come last.
   */
  static Optional<Step> of(SamplingOptions options, Tokenizer tokenizer) {
    List<Bias> biases = new ArrayList<>();
    for (LogitBias entry : options.logitBias()) {
      switch (entry.target()) {
        case LogitBias.Token(int id) -> biases.add(new Bias(checked(id, tokenizer), entry.bias()));
        case LogitBias.Text(String text) -> {
          for (int id : tokenizer.encode(text, false, false)) {
            biases.add(new Bias(id, entry.bias()));
          }
        }
      }
    }
    if (options.ignoreEos()) {
      for (int id = 0; id < tokenizer.vocabSize(); id++) {
        if (tokenizer.isEndOfGeneration(id)) {
          biases.add(new Bias(id, Float.NEGATIVE_INFINITY));
        }
      }
    }
    return biases.isEmpty() ? Optional.empty() : Optional.of(new LogitBiases(biases));
  }

  private static int checked(int id, Tokenizer tokenizer) {
    if (id < 0 || id >= tokenizer.vocabSize()) {
      throw new Refusal(
          Refusal.Kind.USAGE,
          "logit_bias of token " + id + ": the vocabulary has 0 to " + (tokenizer.vocabSize() - 1));
    }
    return id;
  }

  @Override
  public void apply(Candidates candidates) {
    for (int i = 0; i < biases.size(); i++) {
      Bias bias = biases.get(i);
      candidates.setLogit(bias.token(), candidates.logit(bias.token()) + bias.bias());
    }
  }
}
