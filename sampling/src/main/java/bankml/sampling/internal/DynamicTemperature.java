// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Divides logits by a temperature between {@code value - range} and {@code value + range}: the
 * nearer the probabilities are to equal ones, the higher ({@code llama_sampler_temp_ext_apply} in
 * the reference's {@code src/llama-sampler.cpp}).
 */
record DynamicTemperature(float value, float range, float exponent) implements Step {
  @Override
  public void apply(Candidates candidates) {
    int size = candidates.size();
    if (size <= 1) {
      return;
    }
    float least = Math.max(0, value - range);
    float most = value + range;
    float possible = -Libm.logf(1f / size);
    float[] probabilities = candidates.sortedProbabilities();
    float entropy = 0;
    for (int i = 0; i < size; i++) {
      if (probabilities[i] > 0) {
        entropy -= probabilities[i] * Libm.logf(probabilities[i]);
      }
    }
    float share = Powf.powf(entropy / possible, exponent);
    Temperature.divide(candidates, least + (most - least) * share);
  }
}
