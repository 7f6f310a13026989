// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.Arrays;

/**
 * Numbers byte strings in the order in which they come and finds them again: tokens by id, then
 * whatever else merges mention. One array of bytes for all, since a vocabulary has some hundred
 * thousand of a few bytes each.
 */
final class TokenTable {
  /** What {@link #find} answers when there is no such string. */
  static final int ABSENT = -1;

  private byte[] bytes;

  /** String {@code i} is {@code bytes[starts[i] .. starts[i + 1])}. */
  private int[] starts;

  private int count;

  /** Open addressing: a string's number plus one, or 0; a power of two, at most half full. */
  private int[] slots;

  /** Makes an empty table with room for about {@code expected} strings. */
  TokenTable(int expected) {
    bytes = new byte[Math.max(64, 8 * expected)];
    starts = new int[expected + 2];
    slots = new int[Math.max(16, Integer.highestOneBit(Math.max(1, expected)) * 4)];
  }

  /** Returns how many strings there are. */
  int count() {
    return count;
  }

  /** Returns the number of {@code s[from .. to)}, or {@link #ABSENT}. */
  int find(byte[] s, int from, int to) {
    return slots[slot(s, from, to)] - 1;
  }

  /** Returns the number of {@code s[from .. to)}, a new one if the table lacks it. */
  int intern(byte[] s, int from, int to) {
    int slot = slot(s, from, to);
    if (slots[slot] == 0) {
      append(s, from, to);
      slots[slot] = count;
      if (2 * count > slots.length) {
        rehash();
      }
      return count - 1;
    }
    return slots[slot] - 1;
  }

  /** Returns a copy of string {@code i}. */
  byte[] bytes(int i) {
    return Arrays.copyOfRange(bytes, starts[i], starts[i + 1]);
  }

  private void append(byte[] s, int from, int to) {
    int start = starts[count];
    int end = Math.addExact(start, to - from);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
    }
    if (count + 2 > starts.length) {
      starts = Arrays.copyOf(starts, starts.length * 2);
    }
    System.arraycopy(s, from, bytes, start, to - from);
    starts[++count] = end;
  }

  /** Returns the slot that holds the string, or the empty one where it belongs. */
  private int slot(byte[] s, int from, int to) {
    int mask = slots.length - 1;
    int slot = hash(s, from, to) & mask;
    while (slots[slot] != 0) {
      int i = slots[slot] - 1;
      if (Arrays.equals(bytes, starts[i], starts[i + 1], s, from, to)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void rehash() {
    slots = new int[slots.length * 2];
    for (int i = 0; i < count; i++) {
      slots[slot(bytes, starts[i], starts[i + 1])] = i + 1;
    }
  }

  private static int hash(byte[] s, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = (hash ^ s[i]) * 0x01000193;
    }
    return hash ^ (hash >>> 15);
  }
}
