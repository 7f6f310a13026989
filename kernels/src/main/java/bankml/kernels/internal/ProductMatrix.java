// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Matrix;
import bankml.kernels.RowClass;
import bankml.kernels.Workers;
import java.util.List;

/**
 * A matrix of stored rows and the products that the reference chooses between.
 *
 * @param rows height
 * @param cols width
 * @param format the stored rows
 * @param parts which product each activation row takes; every row is in exactly one part's set
 */
record ProductMatrix(int rows, int cols, Format format, List<Part> parts) implements Matrix {
  /** The fewest weight rows that a worker takes at a time: a multiple of every tile's height. */
  static final int PIECE = 16;

  /** The product of the activation rows in {@code set}. */
  record Part(ColumnSet set, Product product) {}

  @Override
  public void multiply(Activations x, float[] y, Workers workers) {
    if (x.width() != cols || y.length < (long) x.rows() * rows) {
      throw new IllegalArgumentException(
          "%d rows of %d into %d values by a matrix of %d x %d"
              .formatted(x.rows(), x.width(), y.length, rows, cols));
    }
    for (Part part : parts) {
      Columns columns = x.columns(part.set());
      if (columns.count() > 0) {
        multiply(part.product(), new Product.Job(x, columns, y), workers);
      }
    }
  }

  private void multiply(Product product, Product.Job job, Workers workers) {
    product.prepare(job, workers);
    int floats = product.scratch();
    workers.split(
        rows,
        product.piece(job, workers.count()),
        (worker, from, to) -> product.multiply(job, from, to, workers.scratch(worker, floats)));
  }

  @Override
  public boolean sameProduct(RowClass a, RowClass b) {
    return parts.stream().allMatch(part -> part.set().holds(a) == part.set().holds(b));
  }

  @Override
  public void dequantizeRow(int row, float[] out, int offset) {
    format.dequantizeRow(row, out, offset);
  }
}
