// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.List;
import java.util.function.BiPredicate;

/**
 * Sorts as {@code std::sort} of GCC's library does: equal items, whose order it leaves open, end up
 * where they do in the reference.
 *
 * <p>Quicksort with the median of three while a range is longer than 16, then one insertion sort
 * over all.
 */
final class Introsort<T> {
  private static final int SHORT = 16;

  private final List<T> items;
  private final BiPredicate<T, T> less;

  private Introsort(List<T> items, BiPredicate<T, T> less) {
    this.items = items;
    this.less = less;
  }

  /** Sorts {@code items} in place. */
  static <T> void sort(List<T> items, BiPredicate<T, T> less) {
    Introsort<T> sort = new Introsort<>(items, less);
    int size = items.size();
    if (size < 2) {
      return;
    }
    try {
      int log = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size);
      sort.partitionAll(0, size, 2 * log);
      sort.insertAll(size);
    } catch (IndexOutOfBoundsException e) {
      throw new TemplateFault("a list cannot be sorted: its items have no order");
    }
  }

  private void partitionAll(int first, int end, int depthLeft) {
    int last = end;
    int depth = depthLeft;
    while (last - first > SHORT) {
      if (depth-- == 0) {
        throw new TemplateFault("a list is too hard to sort as the reference does");
      }
      int cut = partition(first, last);
      partitionAll(cut, last, depth);
      last = cut;
    }
  }

  /** Puts the median of three first, splits the rest around it, and returns where. */
  private int partition(int first, int last) {
    medianToFirst(first, first + 1, first + (last - first) / 2, last - 1);
    int low = first + 1;
    int high = last;
    while (true) {
      while (isLess(low, first)) {
        low++;
      }
      high--;
      while (isLess(first, high)) {
        high--;
      }
      if (low >= high) {
        return low;
      }
      swap(low, high);
      low++;
    }
  }

  private void medianToFirst(int result, int a, int b, int c) {
    int median;
    if (isLess(a, b)) {
      median = isLess(b, c) ? b : isLess(a, c) ? c : a;
    } else {
      median = isLess(a, c) ? a : isLess(b, c) ? c : b;
    }
    swap(result, median);
  }

  private void insertAll(int size) {
    for (int i = 1; i < size; i++) {
      T item = items.get(i);
      int to = i;
      if (i < SHORT && less.test(item, items.getFirst())) {
        for (; to > 0; to--) {
          items.set(to, items.get(to - 1));
        }
      } else {
        for (; less.test(item, items.get(to - 1)); to--) {
          items.set(to, items.get(to - 1));
        }
      }
      items.set(to, item);
    }
  }

  private boolean isLess(int a, int b) {
    return less.test(items.get(a), items.get(b));
  }

  private void swap(int a, int b) {
    T item = items.get(a);
    items.set(a, items.get(b));
    items.set(b, item);
  }
}
