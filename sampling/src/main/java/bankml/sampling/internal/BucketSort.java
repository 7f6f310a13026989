// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import java.util.Arrays;

/**
 * Ranks many candidates without sorting all of them: logits from -10 to 10 are dealt into 128
 * buckets, and only the buckets of the best are sorted, the last one only as far as needed ({@code
 * llama_token_data_array_partial_sort} in the reference's {@code src/llama-sampler.cpp}).
 */
final class BucketSort {
  /** Up to this many ranks a heap is used instead. */
  static final int WORTHWHILE = 128;

  private static final int BUCKETS = 128;
  private static final float SCALE = BUCKETS / 20f;
  private static final float OFFSET = 10f * SCALE;

  private final byte[] bucketOf;
  private final int[] counts = new int[BUCKETS];
  private final int[] ends = new int[BUCKETS];

  /** Makes room for {@code capacity} candidates. */
  BucketSort(int capacity) {
    bucketOf = new byte[capacity];
  }

  /**
   * Writes the best {@code count} of {@code from[0..size)} in order to the beginning of {@code
   * ranked}; what follows there has no meaning. {@code from} is not changed.
   */
  void partialSort(long[] from, int size, int count, long[] ranked) {
    Arrays.fill(counts, 0);
    for (int i = 0; i < size; i++) {
      int bucket = bucket(Entry.logit(from[i]));
      bucketOf[i] = (byte) bucket;
      counts[bucket]++;
    }
    int last = BUCKETS - 1;
    int have = counts[last];
    while (have < count && last > 0) {
      last--;
      have += counts[last];
    }
    deal(from, size, last, ranked);
    int done = 0;
    for (int bucket = BUCKETS - 1; bucket > last; bucket--) {
      StdSort.sort(ranked, done, done + counts[bucket]);
      done += counts[bucket];
    }
    StdHeap.partialSort(ranked, done, count, done + counts[last]);
  }

  /** Copies what is in bucket {@code last} or better, bucket by bucket, in order inside of each. */
  private void deal(long[] from, int size, int last, long[] ranked) {
    int end = 0;
    for (int bucket = BUCKETS - 1; bucket >= last; bucket--) {
      ends[bucket] = end;
      end += counts[bucket];
    }
    for (int i = 0; i < size; i++) {
      int bucket = bucketOf[i];
      if (bucket >= last) {
        ranked[ends[bucket]++] = from[i];
      }
    }
  }

  /**
   * The product and the sum are rounded apart, as the reference's compiler left them. A C cast of
   * what no int can hold gives the least int, so such a logit counts among the worst.
   */
  private static int bucket(float logit) {
    float place = SCALE * logit + OFFSET;
    return place < 0x1p31f ? Math.clamp((int) place, 0, BUCKETS - 1) : 0;
  }
}
