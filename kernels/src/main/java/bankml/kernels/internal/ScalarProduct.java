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
  public void prepare(Job job, Workers workers) {
    preparation.prepare(job.x(), workers);
  }

  @Override
  public int scratch() {
    return 0;
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    for (int c = 0; c < job.columns().count(); c++) {
      multiplyColumn(job, c, from, to);
    }
  }

  /** Multiplies weight rows by the job's column {@code c}. */
  void multiplyColumn(Job job, int c, int from, int to) {
    int column = job.columns().get(c);
    for (int r = from; r < to; r++) {
      job.y()[column * rows + r] = dot.dot(r, job.x(), column);
    }
  }
}
