// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.RowClass;
import java.util.function.IntPredicate;

/** Some of the rows of a batch of activations: the columns of a product. Ascending. */
public final class Columns {
  private final int[] index;
  private int count;

  /** Makes room for {@code max} columns. */
  public Columns(int max) {
    index = new int[max];
  }

  /** Takes those of the first {@code rows} rows that {@code set} holds. */
  public void select(ColumnSet set, RowClass[] classes, int rows) {
    count = 0;
    for (int i = 0; i < rows; i++) {
      if (set.holds(classes[i])) {
        index[count++] = i;
      }
    }
  }

  /** Returns those columns whose activation row satisfies the condition. */
  Columns where(IntPredicate condition) {
    Columns some = new Columns(count);
    for (int i = 0; i < count; i++) {
      if (condition.test(index[i])) {
        some.index[some.count++] = index[i];
      }
    }
    return some;
  }

  /** Returns the number of columns. */
  int count() {
    return count;
  }

  /** Returns how many columns from {@code i} on have neighbouring activation rows. */
  int run(int i) {
    int end = i + 1;
    while (end < count && index[end] == index[end - 1] + 1) {
      end++;
    }
    return end - i;
  }

  /** Returns the activation row of column {@code i}. */
  int get(int i) {
    return index[i];
  }
}
