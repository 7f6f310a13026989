// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Divides logits by {@code value}; 0 leaves only the first of the best one possible ({@code
 * llama_sampler_temp_impl} in the reference's {@code src/llama-sampler.cpp}).
 */
record Temperature(float value) implements Step {
  @Override
  public void apply(Candidates candidates) {
    divide(candidates, value);
  }

  /** Divides all logits by {@code value}; 0 or less leaves the best one. */
  static void divide(Candidates candidates, float value) {
    if (!(value <= 0)) {
      for (int i = 0; i < candidates.size(); i++) {
        candidates.setLogit(i, candidates.logit(i) / value);
      }
      return;
    }
    int best = 0;
    for (int i = 1; i < candidates.size(); i++) {
      int worse = i;
      if (candidates.logit(i) > candidates.logit(best)) {
        worse = best;
        best = i;
      }
      candidates.setLogit(worse, Float.NEGATIVE_INFINITY);
    }
  }
}
