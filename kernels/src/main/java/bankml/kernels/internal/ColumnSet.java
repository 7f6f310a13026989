// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.RowClass;

/** The sets of activation rows for which the reference has products of their own. */
public enum ColumnSet {
  /** Every row. */
  ALL,
  /** Rows that are alone in their micro-batch. */
  ALONE,
  /** Rows that are not alone. */
  TOGETHER,
  /** Rows in a whole group of four of their micro-batch. */
  GROUPED,
  /** Rows outside of such groups. */
  UNGROUPED;

  /** Returns whether a row of this class belongs to the set. */
  boolean holds(RowClass row) {
    return switch (this) {
      case ALL -> true;
      case ALONE -> row.isAlone();
      case TOGETHER -> !row.isAlone();
      case GROUPED -> row.inGroupOfFour();
      case UNGROUPED -> !row.inGroupOfFour();
    };
  }
}
