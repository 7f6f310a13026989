// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import java.util.Arrays;

/**
 * DRY: lowers the logits of tokens that would go on with a repetition, the longer it is the more
 * ({@code llama_sampler_dry_apply} in the reference's {@code src/llama-sampler.cpp}). A repetition
 * is an end of the window that is in it once more; it does not reach over a breaker.
 */
final class Dry implements Step {
  /** The logarithm of the greatest float, which limits exponents. */
  private static final float MAX_LOG = 88.72284f;

  private static final float LEAST_LIMITED_BASE = 1.000001f;

  private final float multiplier;
  private final float base;
  private final int allowed;
  private final int maxExponent;
  private final DryBreakers breakers;
  private final RecentTokens window;

  /** For each place counted from the window's end: how long its end is repeated from there back. */
  private int[] repeats = new int[64];

  /** The longest repetition that each token would go on with, -1 for none. */
  private final int[] longest;

  Dry(
      float multiplier,
      float base,
      int allowed,
      int window,
      DryBreakers breakers,
      int vocabularySize) {
    this.multiplier = multiplier;
    this.base = base;
    this.allowed = allowed;
    this.breakers = breakers;
    this.window = new RecentTokens(window);
    maxExponent = base > LEAST_LIMITED_BASE ? (int) (MAX_LOG / Libm.logf(base)) : 0;
    longest = new int[vocabularySize];
    Arrays.fill(longest, -1);
  }

  @Override
  public void accept(int token) {
    window.add(token);
  }

  @Override
  public void apply(Candidates candidates) {
    int size = window.size();
    if (size <= allowed) {
      return;
    }
    int limit = placeOfBreaker();
    if (limit < allowed) {
      return;
    }
    countRepeats(limit);
    for (int back = 1; back < size; back++) {
      if (repeats[back] >= allowed) {
        int next = window.recent(back - 1);
        longest[next] = Math.max(longest[next], repeats[back]);
      }
    }
    for (int i = 0; i < candidates.size(); i++) {
      int token = candidates.token(i);
      if (longest[token] >= 0 && !breakers.breaks(token)) {
        candidates.setLogit(i, candidates.logit(i) - penalty(longest[token]));
      }
    }
    candidates.unsort();
    for (int back = 0; back < size; back++) {
      longest[window.recent(back)] = -1;
    }
  }

  private float penalty(int repeated) {
    int exponent = repeated - allowed;
    if (maxExponent > 0) {
      exponent = Math.min(exponent, maxExponent);
    }
    return (float) (multiplier * Libm.pow(base, exponent));
  }

  /** How many tokens there are after the last breaker, all of the window where it has none. */
  private int placeOfBreaker() {
    for (int back = 0; back < window.size(); back++) {
      int tail = -1;
      for (int[] candidate : breakers.tails(window.recent(back))) {
        if (candidate.length > tail && follows(candidate, back)) {
          tail = candidate.length;
        }
      }
      if (tail >= 0) {
        return back - tail;
      }
    }
    return window.size();
  }

  private boolean follows(int[] tail, int back) {
    if (tail.length > back) {
      return false;
    }
    for (int i = 0; i < tail.length; i++) {
      if (tail[i] != window.recent(back - i - 1)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Counts, for each place, how many tokens before and at it equal the window's last ones, but no
   * more than {@code limit}: the Z-algorithm from the end. Limited counts meet unlimited places in
   * it, as in the reference.
   */
  private void countRepeats(int limit) {
    int size = window.size();
    if (repeats.length < size) {
      repeats = new int[Math.max(size, 2 * repeats.length)];
    }
    int left = 0;
    int right = 0;
    for (int k = 1; k < size; k++) {
      if (k <= right && repeats[k - left] < right - k + 1) {
        repeats[k] = Math.min(repeats[k - left], limit);
        continue;
      }
      int end = Math.max(k, right + 1);
      while (end < size && window.recent(end) == window.recent(end - k)) {
        end++;
      }
      repeats[k] = Math.min(end - k, limit);
      if (end > k) {
        left = k;
        right = end - 1;
      }
    }
  }
}
