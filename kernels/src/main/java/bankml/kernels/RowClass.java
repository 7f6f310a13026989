// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

/**
 * The place of one activation row in the cold run of its request: how many rows its micro-batch
 * has, and its index among them. The reference chooses kernels by these two numbers (and by the
 * length of the KV cache), so they decide a row's bits; how rows are grouped in a call does not.
 *
 * @param microBatch rows in the micro-batch, at least 1
 * @param index the row's place in it, from 0
 */
public record RowClass(int microBatch, int index) {
  private static final RowClass ONE = new RowClass(1, 0);

  public RowClass {
    if (microBatch < 1 || index < 0 || index >= microBatch) {
      throw new IllegalArgumentException("row " + index + " of a micro-batch of " + microBatch);
    }
  }

  /** Returns the class of a decoded token: a micro-batch of its own. */
  public static RowClass one() {
    return ONE;
  }

  /** Returns the classes of all rows of a micro-batch, in order. */
  public static RowClass[] microBatch(int rows) {
    RowClass[] classes = new RowClass[rows];
    for (int i = 0; i < rows; i++) {
      classes[i] = new RowClass(rows, i);
    }
    return classes;
  }

  /** Returns whether the row is alone: the reference then takes its one-column products. */
  public boolean isAlone() {
    return microBatch == 1;
  }

  /**
   * Returns whether the row is in a whole group of four: repacked products take those rows by
   * fours, and the remainder one by one.
   */
  public boolean inGroupOfFour() {
    return index < microBatch - microBatch % 4;
  }
}
