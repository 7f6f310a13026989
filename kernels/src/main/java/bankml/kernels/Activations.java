// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import bankml.kernels.internal.ColumnSet;
import bankml.kernels.internal.Columns;
import bankml.kernels.internal.HalfRows;
import bankml.kernels.internal.Q8Rows;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Activation rows on their way into matrices, with the forms that products need (rounded to f16,
 * quantised to 8 bits), each made at most once per {@link #set} and shared by all matrices that
 * read these rows. Buffers are allocated on the first use of a form and kept. One thread at a time.
 */
public final class Activations {
  private final int maxRows;
  private final int width;
  private final Map<ColumnSet, Columns> columns = new EnumMap<>(ColumnSet.class);
  private final HalfRows half;
  private final Q8Rows q8;
  private float[] values = new float[0];
  private int rows;

  /** Prepares for up to {@code maxRows} rows of {@code width} values. */
  public Activations(int maxRows, int width) {
    this.maxRows = maxRows;
    this.width = width;
    for (ColumnSet set : ColumnSet.values()) {
      columns.put(set, new Columns(maxRows));
    }
    this.half = new HalfRows(maxRows, width);
    this.q8 = new Q8Rows(maxRows, width);
  }

  /**
   * Takes new rows in place of the old. The values are read, not copied: they must not change until
   * the last product of these rows.
   *
   * @param newValues {@code [count][width]}, row-major
   * @param count number of rows, at most {@code maxRows}
   * @param classes the class of each row
   * @return this
   */
  public Activations set(float[] newValues, int count, RowClass[] classes) {
    if (count > maxRows || newValues.length < (long) count * width || classes.length < count) {
      throw new IllegalArgumentException(
          "%d rows of %d in %d values with %d classes, at most %d rows"
              .formatted(count, width, newValues.length, classes.length, maxRows));
    }
    values = newValues;
    rows = count;
    columns.forEach((set, rowsOfSet) -> rowsOfSet.select(set, classes, count));
    half.stale();
    q8.stale();
    return this;
  }

  /** Returns the number of rows set. */
  public int rows() {
    return rows;
  }

  /** Returns the width of a row. */
  public int width() {
    return width;
  }

  /** Returns the rows as set, {@code [rows][width]}. */
  public float[] values() {
    return values;
  }

  /** Returns the rows that are in {@code set}. */
  public Columns columns(ColumnSet set) {
    return Objects.requireNonNull(columns.get(set));
  }

  /** Returns the rows rounded to f16; filled by {@link HalfRows#prepare}. */
  public HalfRows half() {
    return half;
  }

  /** Returns the rows quantised to 8 bits; filled by {@link Q8Rows#prepare}. */
  public Q8Rows q8() {
    return q8;
  }
}
