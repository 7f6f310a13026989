// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Makes tokens impossible whose logit is more than {@code n} standard deviations below the best one
 * ({@code llama_sampler_top_n_sigma_apply} in the reference's {@code src/llama-sampler.cpp}). Mean
 * and variance are summed in float, one by one, squares in double.
 */
record TopNSigma(float n) implements Step {
  @Override
  public void apply(Candidates candidates) {
    int size = candidates.size();
    if (size <= 1) {
      return;
    }
    float best = candidates.logit(0);
    float sum = 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      float logit = candidates.logit(i);
      if (logit != Float.NEGATIVE_INFINITY) {
        best = best < logit ? logit : best;
        sum += logit;
        count++;
      }
    }
    float mean = count > 0 ? sum / count : 0;
    float squares = 0;
    for (int i = 0; i < size; i++) {
      float logit = candidates.logit(i);
      if (logit != Float.NEGATIVE_INFINITY) {
        double off = logit - mean;
        squares = (float) (squares + off * off);
      }
    }
    float deviation = count > 0 ? (float) Math.sqrt(squares / count) : 0;
    float least = best - n * deviation;
    for (int i = 0; i < size; i++) {
      if (candidates.logit(i) < least) {
        candidates.setLogit(i, Float.NEGATIVE_INFINITY);
      }
    }
  }
}
