// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;

/** One matrix's weights bound to one order of summation. */
interface Product {
  /** Makes the form of the activations that this product reads, unless it is there. */
  void prepare(Activations x, Workers workers);

  /**
   * Multiplies weight rows {@code from} to {@code to} (exclusive) by the given columns: {@code
   * y[column * rows + row]}, where {@code rows} is the height of the whole matrix.
   */
  void multiply(Activations x, Columns columns, int from, int to, float[] y);
}
