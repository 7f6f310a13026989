// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import java.util.Arrays;

/**
 * Pushdown stacks of positions, each kept once: a stack is the number of its top position and the
 * rest below it. The empty one is {@link #EMPTY}.
 */
final class Stacks {
  /** The stack with nothing on it. */
  static final int EMPTY = 0;

  private int[] tops = new int[256];
  private int[] rests = new int[256];
  private int[] table = new int[1024];
  private int size = 1;

  /** Returns the stack of {@code top} over {@code rest}. */
  int push(int top, int rest) {
    int mask = table.length - 1;
    int slot = hash(top, rest) & mask;
    while (table[slot] != 0) {
      int stack = table[slot];
      if (tops[stack] == top && rests[stack] == rest) {
        return stack;
      }
      slot = (slot + 1) & mask;
    }
    if (size == tops.length) {
      tops = Arrays.copyOf(tops, 2 * size);
      rests = Arrays.copyOf(rests, 2 * size);
    }
    tops[size] = top;
    rests[size] = rest;
    table[slot] = size++;
    if (2 * size > table.length) {
      rehash();
    }
    return size - 1;
  }

  /** Returns the position on top of a stack that is not empty. */
  int top(int stack) {
    return tops[stack];
  }

  /** Returns what is below the top. */
  int rest(int stack) {
    return rests[stack];
  }

  /** Returns how many stacks are kept. */
  int size() {
    return size;
  }

  private void rehash() {
    table = new int[2 * table.length];
    int mask = table.length - 1;
    for (int stack = 1; stack < size; stack++) {
      int slot = hash(tops[stack], rests[stack]) & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = stack;
    }
  }

  private static int hash(int top, int rest) {
    int h = top * 0x9e3779b9 + rest * 0x85ebca6b;
    return h ^ (h >>> 15);
  }
}
