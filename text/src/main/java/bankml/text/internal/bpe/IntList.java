// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.Arrays;

/** A growing list of ints: token ids, or the positions where a text is cut. */
public final class IntList {
  private int[] values = new int[16];
  private int size;

  /** Adds {@code value}. */
  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  /** Returns how many values there are. */
  public int size() {
    return size;
  }

  /** Returns value {@code i}. */
  int get(int i) {
    return values[i];
  }

  /** Returns the values. */
  public int[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
