// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Probabilities of all tokens, as {@code get_token_probabilities} of the reference's {@code
 * tools/server/server-common.cpp} computes them: {@code std::partial_sort} first, then exponentials
 * that are summed up in floats in the order that it left.
 */
public final class SoftMax {
  private final long[] entries;
  private final float[] powers;
  private int ranked;
  private float sum;

  /** Makes room for {@code size} tokens. */
  public SoftMax(int size) {
    entries = new long[size];
    powers = new float[size];
  }

  /** Takes {@code logits} and ranks the best {@code top}, 1 or more. */
  public void set(float[] logits, int top) {
    ranked = Math.min(top, entries.length);
    for (int i = 0; i < entries.length; i++) {
      entries[i] = Entry.of(logits[i], i);
    }
    StdHeap.partialSort(entries, 0, ranked, entries.length);
    float best = Entry.logit(entries[0]);
    sum = 0;
    for (int i = 0; i < entries.length; i++) {
      powers[i] = Libm.expf(Entry.logit(entries[i]) - best);
      sum += powers[i];
    }
  }

  /** Returns how many are ranked. */
  public int ranked() {
    return ranked;
  }

  /** Returns the token at {@code place}; the ranked ones come first. */
  public int token(int place) {
    return Entry.token(entries[place]);
  }

  /** Returns where {@code token} is. */
  public int find(int token) {
    int place = 0;
    while (token(place) != token) {
      place++;
    }
    return place;
  }

  /**
   * Returns the logarithm of the probability of the token at {@code place}; that of 0 is the least
   * float ({@code completion_token_output::logarithm} of server-task.cpp).
   */
  public float logprob(int place) {
    float probability = powers[place] / sum;
    return probability == 0 ? -Float.MAX_VALUE : Libm.logf(probability);
  }
}
