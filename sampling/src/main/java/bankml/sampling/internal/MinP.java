// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Keeps candidates that have at least {@code p} of the best one's probability ({@code
 * llama_sampler_min_p_apply} in the reference's {@code src/llama-sampler.cpp}). Unsorted ones stay
 * unsorted.
 */
public record MinP(float p) implements Step {
  @Override
  public void apply(Candidates candidates) {
    if (p <= 0) {
      return;
    }
    if (!candidates.sorted()) {
      float best = Math.max(candidates.best(), -Float.MAX_VALUE);
      if (candidates.keepAtLeast(best + Libm.logf(p))) {
        return;
      }
      // Only when every logit is minus infinity.
      candidates.keepBest(candidates.size());
    }
    float least = candidates.logit(0) + Libm.logf(p);
    int kept = 1;
    while (kept < candidates.size() && !(candidates.logit(kept) < least)) {
      kept++;
    }
    candidates.keepFirst(kept);
  }
}
