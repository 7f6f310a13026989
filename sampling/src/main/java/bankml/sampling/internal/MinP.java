// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Keeps candidates that have at least {@code p} (more than 0) of the best one's probability, and
 * {@code minKeep} in any case ({@code llama_sampler_min_p_apply} in the reference's {@code
 * src/llama-sampler.cpp}). Unsorted ones stay unsorted where there are enough.
 */
record MinP(float p, int minKeep) implements Step {
  @Override
  public void apply(Candidates candidates) {
    if (!candidates.sorted()) {
      float best = Math.max(candidates.best(), -Float.MAX_VALUE);
      if (candidates.keepAtLeast(best + Libm.logf(p), Math.max(1, minKeep))) {
        return;
      }
      candidates.keepBest(candidates.size());
    }
    float least = candidates.logit(0) + Libm.logf(p);
    int kept = 1;
    while (kept < candidates.size() && !(candidates.logit(kept) < least && kept >= minKeep)) {
      kept++;
    }
    candidates.keepFirst(kept);
  }
}
