// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import java.util.Arrays;

/** The last tokens of prompt and answer, up to a number of them. */
final class RecentTokens {
  private static final int FIRST_CAPACITY = 64;

  private final int limit;
  private int[] ring;
  private int next;
  private int size;

  /** Remembers up to {@code limit} tokens, at least one. Room is made as they come. */
  RecentTokens(int limit) {
    this.limit = limit;
    ring = new int[Math.min(limit, FIRST_CAPACITY)];
  }

  /** Returns how many there are. */
  int size() {
    return size;
  }

  /** Returns whether the next token makes the oldest one forgotten. */
  boolean isFull() {
    return size == limit;
  }

  /** Returns the token {@code back} before the last. */
  int recent(int back) {
    int at = next - 1 - back;
    return ring[at < 0 ? at + ring.length : at];
  }

  /** Adds a token. */
  void add(int token) {
    if (size == ring.length && size < limit) {
      next = size;
      ring = Arrays.copyOf(ring, (int) Math.min(limit, 2L * size));
    }
    ring[next] = token;
    next = next + 1 == ring.length ? 0 : next + 1;
    size = Math.min(size + 1, limit);
  }
}
