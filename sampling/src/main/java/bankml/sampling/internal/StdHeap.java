// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static bankml.sampling.internal.Entry.better;

/**
 * {@code std::partial_sort} of libstdc++ on entries, the best first: the best so far are kept in a
 * heap with the worst of them on top, and the heap is sorted at the end (the library's {@code
 * bits/stl_heap.h}). Where equal logits end up is the library's choice.
 */
final class StdHeap {
  private StdHeap() {}

  /**
   * Puts the best {@code middle - from} of {@code a[from..to)} in order into {@code
   * a[from..middle)}; the rest follows in no order.
   */
  static void partialSort(long[] a, int from, int middle, int to) {
    if (from == middle) {
      return;
    }
    int length = middle - from;
    for (int parent = (length - 2) / 2; length >= 2 && parent >= 0; parent--) {
      sift(a, from, parent, length, a[from + parent]);
    }
    for (int i = middle; i < to; i++) {
      if (better(a[i], a[from])) {
        long value = a[i];
        a[i] = a[from];
        sift(a, from, 0, length, value);
      }
    }
    for (int last = middle - 1; last > from; last--) {
      long value = a[last];
      a[last] = a[from];
      sift(a, from, 0, last - from, value);
    }
  }

  /**
   * Fills the hole at {@code hole} of the heap {@code a[base..base + length)}: worse children move
   * up until a leaf is the hole, and {@code value} climbs from there. (Comparing on the way down
   * would need fewer moves and leave equal logits elsewhere.)
   */
  private static void sift(long[] a, int base, int hole, int length, long value) {
    int at = hole;
    int child = hole;
    while (child < (length - 1) / 2) {
      child = 2 * (child + 1);
      if (better(a[base + child], a[base + child - 1])) {
        child--;
      }
      a[base + at] = a[base + child];
      at = child;
    }
    if (length % 2 == 0 && child == (length - 2) / 2) {
      child = 2 * child + 1;
      a[base + at] = a[base + child];
      at = child;
    }
    int parent = (at - 1) / 2;
    while (at > hole && better(a[base + parent], value)) {
      a[base + at] = a[base + parent];
      at = parent;
      parent = (at - 1) / 2;
    }
    a[base + at] = value;
  }
}
