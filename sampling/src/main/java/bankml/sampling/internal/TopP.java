// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Keeps the best candidates until their probabilities sum up to {@code p} ({@code
 * llama_sampler_top_p_apply} in the reference's {@code src/llama-sampler.cpp}). Of many unsorted
 * ones it ranks the best 256 first, and all only if they do not suffice.
 */
final class TopP implements Step {
  private static final int MANY = 1024;
  private static final int FIRST_RANKED = 256;

  private final float p;
  private final int minKeep;

  /** Keeps candidates up to a sum of {@code p}, less than 1, and {@code minKeep} in any case. */
  TopP(float p, int minKeep) {
    this.p = p;
    this.minKeep = minKeep;
  }

  @Override
  public void apply(Candidates candidates) {
    float best = candidates.best();
    float total = total(candidates, best);
    if (!candidates.sorted() && candidates.size() <= MANY) {
      candidates.keepBest(candidates.size());
    }
    if (candidates.sorted()) {
      candidates.keepFirst(reach(candidates, best, total));
    } else {
      keepBestOfMany(candidates, best, total);
    }
  }

  /** The sum of {@code exp(logit - best)} in the candidates' order: float, one by one. */
  private static float total(Candidates candidates, float best) {
    float total = 0;
    for (int i = 0; i < candidates.size(); i++) {
      total += Libm.expf(candidates.logit(i) - best);
    }
    return total;
  }

  /** Returns how many of sorted candidates it takes. */
  private int reach(Candidates candidates, float best, float total) {
    float sum = 0;
    for (int i = 0; i < candidates.size(); i++) {
      sum += Libm.expf(candidates.logit(i) - best) / total;
      if (sum >= p && i + 1 >= minKeep) {
        return i + 1;
      }
    }
    return candidates.size();
  }

  private void keepBestOfMany(Candidates candidates, float best, float total) {
    int size = candidates.size();
    int ranks = FIRST_RANKED;
    long[] ranked = candidates.rank(ranks);
    float sum = 0;
    for (int i = 0; i < size; i++) {
      sum += Libm.expf(Entry.logit(ranked[i]) - best) / total;
      if (sum >= p && i + 1 >= minKeep) {
        candidates.keepRanked(ranked, i + 1);
        return;
      }
      if (i == ranks - 1) {
        ranks = size;
        ranked = candidates.rank(ranks);
      }
    }
    candidates.keepRanked(ranked, size);
  }
}
