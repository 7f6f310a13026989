// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static bankml.sampling.internal.Entry.better;

/**
 * {@code std::sort} of libstdc++ on entries, the best first: introsort down to runs of 16, then
 * insertion sort (the library's {@code bits/stl_algo.h}). It is not stable, and where equal logits
 * end up decides seeded draws, so every comparison and move is the library's. In place, {@code
 * from} inclusive, {@code to} exclusive.
 */
final class StdSort {
  private static final int RUN = 16;

  private StdSort() {}

  static void sort(long[] a, int from, int to) {
    if (from == to) {
      return;
    }
    introsort(a, from, to, 2 * floorLog2(to - from));
    if (to - from > RUN) {
      insertionSort(a, from, from + RUN);
      for (int i = from + RUN; i < to; i++) {
        insertBackwards(a, i);
      }
    } else {
      insertionSort(a, from, to);
    }
  }

  private static int floorLog2(int n) {
    return 31 - Integer.numberOfLeadingZeros(n);
  }

  private static void introsort(long[] a, int from, int end, int depth) {
    int to = end;
    int left = depth;
    while (to - from > RUN) {
      if (left == 0) {
        StdHeap.partialSort(a, from, to, to);
        return;
      }
      left--;
      medianToFirst(a, from, from + (to - from) / 2, to - 1);
      int cut = partition(a, from + 1, to, a[from]);
      introsort(a, cut, to, left);
      to = cut;
    }
  }

  /** Swaps the median of {@code a[first + 1]}, {@code a[middle]} and {@code a[last]} to first. */
  private static void medianToFirst(long[] a, int first, int middle, int last) {
    int x = first + 1;
    if (better(a[x], a[middle])) {
      if (better(a[middle], a[last])) {
        swap(a, first, middle);
      } else {
        swap(a, first, better(a[x], a[last]) ? last : x);
      }
    } else if (better(a[x], a[last])) {
      swap(a, first, x);
    } else {
      swap(a, first, better(a[middle], a[last]) ? last : middle);
    }
  }

  private static int partition(long[] a, int from, int to, long pivot) {
    int i = from;
    int j = to;
    while (true) {
      while (better(a[i], pivot)) {
        i++;
      }
      j--;
      while (better(pivot, a[j])) {
        j--;
      }
      if (i >= j) {
        return i;
      }
      swap(a, i, j);
      i++;
    }
  }

  private static void insertionSort(long[] a, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (better(a[i], a[from])) {
        long value = a[i];
        System.arraycopy(a, from, a, from + 1, i - from);
        a[from] = value;
      } else {
        insertBackwards(a, i);
      }
    }
  }

  /** Moves {@code a[at]} to its place among those before it, of which one is not worse. */
  private static void insertBackwards(long[] a, int at) {
    long value = a[at];
    int i = at;
    while (better(value, a[i - 1])) {
      a[i] = a[i - 1];
      i--;
    }
    a[i] = value;
  }

  private static void swap(long[] a, int i, int j) {
    long t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}
