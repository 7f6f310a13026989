// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;

/**
 * A product as its specification says, element by element.
 *
 * @param rows height of the matrix
 * @param preparation makes the form of the activations that {@code dot} reads
 * @param dot one element
 */
record ScalarProduct(int rows, Preparation preparation, Dot dot) implements Product {
  /** Makes a form of the activations. */
  @FunctionalInterface
  interface Preparation {
    void prepare(Activations x, Workers workers);
  }

  /** One weight row times one activation row. */
  @FunctionalInterface
  interface Dot {
    float dot(int row, Activations x, int column);
  }

  @Override
  public void prepare(Activations x, Workers workers) {
    preparation.prepare(x, workers);
  }

  @Override
  public void multiply(Activations x, Columns columns, int from, int to, float[] y) {
    for (int c = 0; c < columns.count(); c++) {
      int column = columns.get(c);
      for (int r = from; r < to; r++) {
        y[column * rows + r] = dot.dot(r, x, column);
      }
    }
  }
}
