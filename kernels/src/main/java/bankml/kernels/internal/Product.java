// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;

/** One matrix's weights bound to one order of summation. Holds no state of a multiplication. */
interface Product {
  /**
   * One multiplication.
   *
   * @param x the activations, in the form that {@link #prepare} made
   * @param columns which of them
   * @param y {@code [x.rows()][rows]}, where {@code rows} is the height of the whole matrix
   */
  @SuppressWarnings("ArrayRecordComponent") // y is written to, and jobs are never compared
  record Job(Activations x, Columns columns, float[] y) {}

  /**
   * Makes the form of the activations that this product reads for {@code job}, unless it is there.
   */
  void prepare(Job job, Workers workers);

  /** Returns how many floats of scratch memory {@link #multiply} needs. */
  int scratch();

  /**
   * Returns how many weight rows a worker takes at a time: a multiple of {@link
   * ProductMatrix#PIECE}.
   */
  default int piece(Job job, int workers) {
    return ProductMatrix.PIECE;
  }

  /**
   * Multiplies weight rows {@code from} to {@code to} (exclusive), which begin at a multiple of
   * {@link ProductMatrix#PIECE}, by the job's columns.
   */
  void multiply(Job job, int from, int to, float[] scratch);
}
