// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.Arrays;

/**
 * The merges that wait to be done in a word, as a binary heap: the lowest rank first, of one rank
 * the leftmost.
 */
final class MergeQueue {
  /** Rank in the high half, position in the low: both count from 0, so order is that of longs. */
  private long[] heap = new long[64];

  private int size;

  /** Returns whether nothing waits. */
  boolean isEmpty() {
    return size == 0;
  }

  /** Adds the merge of {@code rank} whose left symbol is at {@code position}. */
  void add(int rank, int position) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    long entry = ((long) rank << Integer.SIZE) | position;
    int hole = size++;
    while (hole > 0 && heap[(hole - 1) / 2] > entry) {
      heap[hole] = heap[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    heap[hole] = entry;
  }

  /** Removes and returns the first, to be read by {@link #rank} and {@link #position}. */
  long poll() {
    long first = heap[0];
    long entry = heap[--size];
    int hole = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (entry <= heap[child]) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
      child = 2 * hole + 1;
    }
    heap[hole] = entry;
    return first;
  }

  static int rank(long entry) {
    return (int) (entry >>> Integer.SIZE);
  }

  static int position(long entry) {
    return (int) entry;
  }
}
