// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

/**
 * Which two adjacent symbols merge, into what, and in which order. Symbols are numbers of a {@link
 * TokenTable}.
 */
final class MergeTable {
  /** What {@link #find} answers when two symbols do not merge. */
  static final int ABSENT = -1;

  /** Open addressing over {@code keys}: a pair's key plus one, or 0; at most half full. */
  private final long[] keys;

  private final int[] ranks;
  private final int[] results;

  /** Makes an empty table for up to {@code most} merges. */
  MergeTable(int most) {
    int capacity = Math.max(16, Integer.highestOneBit(Math.max(1, most)) * 4);
    keys = new long[capacity];
    ranks = new int[capacity];
    results = new int[capacity];
  }

  /** Adds a merge, unless the pair has one: the first counts. */
  void add(int left, int right, int rank, int result) {
    int slot = slot(key(left, right));
    if (keys[slot] == 0) {
      keys[slot] = key(left, right);
      ranks[slot] = rank;
      results[slot] = result;
    }
  }

  /** Returns the merge of two symbols, to be read by the methods below, or {@link #ABSENT}. */
  int find(int left, int right) {
    int slot = slot(key(left, right));
    return keys[slot] == 0 ? ABSENT : slot;
  }

  /** Returns the rank of {@code merge}: lower ones are done first. */
  int rank(int merge) {
    return ranks[merge];
  }

  /** Returns the symbol that {@code merge} makes. */
  int result(int merge) {
    return results[merge];
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static long key(int left, int right) {
    return (((long) left << Integer.SIZE) | right) + 1;
  }
}
