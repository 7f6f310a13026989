// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import java.util.Arrays;

/** A growing list of elements: a rule while it is being read. */
final class Elements {
  private byte[] types = new byte[8];
  private int[] values = new int[8];
  private int size;

  int size() {
    return size;
  }

  void add(byte type, int value) {
    grow(1);
    types[size] = type;
    values[size++] = value;
  }

  void addAll(Elements more) {
    grow(more.size);
    more.copyTo(types, values, size);
    size += more.size;
  }

  /** Returns the elements from {@code begin} on. */
  Elements from(int begin) {
    Elements part = new Elements();
    part.types = Arrays.copyOfRange(types, begin, size);
    part.values = Arrays.copyOfRange(values, begin, size);
    part.size = size - begin;
    return part;
  }

  void truncate(int length) {
    size = length;
  }

  void copyTo(byte[] otherTypes, int[] otherValues, int position) {
    System.arraycopy(types, 0, otherTypes, position, size);
    System.arraycopy(values, 0, otherValues, position, size);
  }

  private void grow(int more) {
    if (size + more > types.length) {
      int capacity = Math.max(2 * types.length, size + more);
      types = Arrays.copyOf(types, capacity);
      values = Arrays.copyOf(values, capacity);
    }
  }
}
