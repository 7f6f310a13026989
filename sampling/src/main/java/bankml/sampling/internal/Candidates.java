// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import java.util.BitSet;

/**
 * The tokens that may still be drawn, with their logits, in an order that the steps change: the
 * reference's {@code llama_token_data_array}. Reused for every token of an answer.
 */
public final class Candidates {
  private long[] entries;
  private long[] spare;
  private final BucketSort sort;

  /** Probabilities of the candidates, where a step has asked for them. */
  private final float[] probabilities;

  private int size;
  private boolean sorted;

  /** Makes room for {@code capacity} candidates. */
  public Candidates(int capacity) {
    entries = new long[capacity];
    spare = new long[capacity];
    sort = new BucketSort(capacity);
    probabilities = new float[capacity];
  }

  /** Starts with every token in the order of the vocabulary, {@code logits[token]}. */
  public void fill(float[] logits) {
    size = entries.length;
    sorted = false;
    for (int i = 0; i < size; i++) {
      entries[i] = Entry.of(logits[i], i);
    }
  }

  /** Makes all but {@code allowed} tokens impossible. Called right after {@link #fill}. */
  public void exclude(BitSet allowed) {
    for (int i = allowed.nextClearBit(0); i < size; i = allowed.nextClearBit(i + 1)) {
      setLogit(i, Float.NEGATIVE_INFINITY);
    }
  }

  /** Returns how many candidates there are. */
  public int size() {
    return size;
  }

  /** Returns whether the best is first. */
  boolean sorted() {
    return sorted;
  }

  /** Returns the logit of the candidate at {@code index}. */
  public float logit(int index) {
    return Entry.logit(entries[index]);
  }

  /** Returns the token of the candidate at {@code index}. */
  public int token(int index) {
    return Entry.token(entries[index]);
  }

  /** Gives the candidate at {@code index} another logit. */
  void setLogit(int index, float logit) {
    entries[index] = Entry.of(logit, token(index));
  }

  /** Returns the greatest logit. */
  float best() {
    float best = logit(0);
    if (!sorted) {
      for (int i = 1; i < size; i++) {
        best = best < logit(i) ? logit(i) : best;
      }
    }
    return best;
  }

  /** Says that the order means nothing any more. */
  void unsort() {
    sorted = false;
  }

  /**
   * Sorts all of them unless they are, and returns their probabilities, valid until the next call
   * ({@code llama_sampler_softmax_impl}): floats, summed one by one.
   */
  float[] sortedProbabilities() {
    if (!sorted) {
      keepBest(size);
    }
    float best = logit(0);
    float total = 0;
    for (int i = 0; i < size; i++) {
      probabilities[i] = Libm.expf(logit(i) - best);
      total += probabilities[i];
    }
    for (int i = 0; i < size; i++) {
      probabilities[i] /= total;
    }
    return probabilities;
  }

  /** Drops the first {@code count}. */
  void dropFirst(int count) {
    size -= count;
    System.arraycopy(entries, count, entries, 0, size);
  }

  /**
   * Keeps the candidates at the indices that {@code ranked[0..count)} holds in the place of tokens,
   * in that order, which is none by logits.
   */
  void keepAt(long[] ranked, int count) {
    for (int i = 0; i < count; i++) {
      spare[i] = entries[Entry.token(ranked[i])];
    }
    long[] kept = spare;
    spare = entries;
    entries = kept;
    size = count;
    sorted = false;
  }

  /** Keeps the first {@code count}. */
  void keepFirst(int count) {
    size = count;
  }

  /**
   * Keeps those with at least this {@code logit}, in their order. Where there are less than {@code
   * enough}, nothing changes.
   */
  boolean keepAtLeast(float logit, int enough) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (logit(i) >= logit) {
        spare[kept++] = entries[i];
      }
    }
    if (kept < enough) {
      return false;
    }
    long[] all = entries;
    entries = spare;
    spare = all;
    size = kept;
    return true;
  }

  /**
   * Keeps the best {@code count} and sorts them ({@code
   * llama_token_data_array_partial_sort_inplace}).
   */
  void keepBest(int count) {
    if (count <= BucketSort.WORTHWHILE) {
      StdHeap.partialSort(entries, 0, count, size);
      size = count;
      sorted = true;
    } else {
      keepRanked(rank(count), count);
    }
  }

  /**
   * The best {@code count} in order, without changing the candidates; valid until the next call.
   */
  long[] rank(int count) {
    sort.partialSort(entries, size, count, spare);
    return spare;
  }

  /** Takes the first {@code count} of {@code ranked}, which {@link #rank} gave, as all there is. */
  void keepRanked(long[] ranked, int count) {
    spare = entries;
    entries = ranked;
    size = count;
    sorted = true;
  }
}
