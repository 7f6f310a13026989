// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Keeps the best {@code k}, 1 or more, and sorts them ({@code llama_sampler_top_k_impl} in the
 * reference's {@code src/llama-sampler.cpp}).
 */
record TopK(int k) implements Step {
  @Override
  public void apply(Candidates candidates) {
    int count = Math.min(k, candidates.size());
    if (candidates.sorted()) {
      candidates.keepFirst(count);
    } else {
      candidates.keepBest(count);
    }
  }
}
