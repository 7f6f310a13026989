// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Keeps the best {@code k} and sorts them; 0 or less keeps all ({@code llama_sampler_top_k_impl} in
 * the reference's {@code src/llama-sampler.cpp}).
 */
public record TopK(int k) implements Step {
  @Override
  public void apply(Candidates candidates) {
    if (k > 0) {
      candidates.keepBest(Math.min(k, candidates.size()));
    }
  }
}
