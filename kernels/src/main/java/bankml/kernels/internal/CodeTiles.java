// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Quantised weights times many columns, in the order of {@link Q80#dot}, whatever the weights'
 * format: rows are expanded to floats once and meet all columns in tiles of two by two.
 *
 * <p>The integer sums are taken in floats. Codes and their products are whole numbers, and no sum
 * of four products comes near 2^24, so every such operation is exact and gives the integer's value;
 * only the last one, by the scales, rounds. Codes are laid out in quarters: of each block, vector k
 * holds values k, 4 + k, ..., 28 + k, so lane j sums values 4j to 4j+3.
 *
 * @param rows height of the matrix
 * @param cols width, a multiple of 32
 * @param expansion the weights
 */
record CodeTiles(int rows, int cols, Expansion expansion) implements CodeProduct.Kernel {
  static final int BLOCK = 32;

  /** Columns that meet all rows of a piece while they are in the first-level cache. */
  private static final int CHUNK = 8;

  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;

  /** A weight format's rows as floats. */
  interface Expansion {
    /**
     * Expands a row.
     *
     * @param at where the codes go, in quarters, {@code cols} floats
     * @param scalesAt where the scales go, one a block
     */
    void expand(int row, float[] out, int at, int scalesAt);

    /** Adds to a piece's products what the format has beside scaled codes; may use two vectors. */
    default void complete(Product.Job job, int from, int to, float[] scratch) {}
  }

  private int blocks() {
    return cols / BLOCK;
  }

  @Override
  public int scratch() {
    return ProductMatrix.PIECE * (cols + blocks()) + 4 * Lanes.COUNT;
  }

  @Override
  public void multiply(Product.Job job, int from, int to, float[] scratch) {
    for (int r = from; r < to; r++) {
      expansion.expand(r, scratch, (r - from) * cols, scales(r - from));
    }
    int count = job.columns().count();
    for (int c = 0; c < count; c += CHUNK) {
      for (int r = from; r < to; r += 2) {
        int next = Math.min(r + 1, to - 1); // an odd last row meets itself
        for (int i = c; i < Math.min(c + CHUNK, count); i += 2) {
          int a = job.columns().get(i);
          int b = job.columns().get(Math.min(i + 1, count - 1));
          tile(job.x(), new Tile(r - from, next - from, a, b), scratch);
          int lanes = scales(ProductMatrix.PIECE);
          job.y()[a * rows + r] = Lanes.foldHalves(scratch, lanes);
          job.y()[b * rows + r] = Lanes.foldHalves(scratch, lanes + 8);
          job.y()[a * rows + next] = Lanes.foldHalves(scratch, lanes + 16);
          job.y()[b * rows + next] = Lanes.foldHalves(scratch, lanes + 24);
        }
      }
    }
    expansion.complete(job, from, to, scratch);
  }

  /** Returns where the scales of the piece's row {@code i} are. */
  private int scales(int i) {
    return ProductMatrix.PIECE * cols + i * blocks();
  }

  /** Rows {@code r} and {@code next} of a piece by columns {@code a} and {@code b}. */
  private record Tile(int r, int next, int a, int b) {}

  /** Leaves four accumulators behind the scales. */
  private void tile(Activations x, Tile tile, float[] w) {
    float[] codes = x.q8().quarters();
    float[] scales = x.q8().scales();
    int blocks = blocks();
    int a = tile.a();
    int b = tile.b();
    int rowR = tile.r() * cols;
    int rowNext = tile.next() * cols;
    int scalesR = scales(tile.r());
    int scalesNext = scales(tile.next());
    FloatVector zero = FloatVector.zero(LANES);
    FloatVector sum0a = FloatVector.zero(LANES);
    FloatVector sum0b = FloatVector.zero(LANES);
    FloatVector sum1a = FloatVector.zero(LANES);
    FloatVector sum1b = FloatVector.zero(LANES);
    for (int i = 0; i < blocks; i++) {
      int v = rowR + i * BLOCK;
      int u = rowNext + i * BLOCK;
      int ia = a * cols + i * BLOCK;
      int ib = b * cols + i * BLOCK;
      FloatVector q = FloatVector.fromArray(LANES, codes, ia);
      FloatVector r = FloatVector.fromArray(LANES, codes, ib);
      FloatVector w0 = FloatVector.fromArray(LANES, w, v);
      FloatVector w1 = FloatVector.fromArray(LANES, w, u);
      FloatVector q0a = w0.fma(q, zero); // not a product alone: it could be -0, and no integer is
      FloatVector q0b = w0.fma(r, zero);
      FloatVector q1a = w1.fma(q, zero);
      FloatVector q1b = w1.fma(r, zero);

      q = FloatVector.fromArray(LANES, codes, ia + 8);
      r = FloatVector.fromArray(LANES, codes, ib + 8);
      w0 = FloatVector.fromArray(LANES, w, v + 8);
      w1 = FloatVector.fromArray(LANES, w, u + 8);
      q0a = w0.fma(q, q0a);
      q0b = w0.fma(r, q0b);
      q1a = w1.fma(q, q1a);
      q1b = w1.fma(r, q1b);

      q = FloatVector.fromArray(LANES, codes, ia + 16);
      r = FloatVector.fromArray(LANES, codes, ib + 16);
      w0 = FloatVector.fromArray(LANES, w, v + 16);
      w1 = FloatVector.fromArray(LANES, w, u + 16);
      q0a = w0.fma(q, q0a);
      q0b = w0.fma(r, q0b);
      q1a = w1.fma(q, q1a);
      q1b = w1.fma(r, q1b);

      q = FloatVector.fromArray(LANES, codes, ia + 24);
      r = FloatVector.fromArray(LANES, codes, ib + 24);
      w0 = FloatVector.fromArray(LANES, w, v + 24);
      w1 = FloatVector.fromArray(LANES, w, u + 24);
      q0a = w0.fma(q, q0a);
      q0b = w0.fma(r, q0b);
      q1a = w1.fma(q, q1a);
      q1b = w1.fma(r, q1b);

      FloatVector da = FloatVector.broadcast(LANES, scales[a * blocks + i]);
      FloatVector db = FloatVector.broadcast(LANES, scales[b * blocks + i]);
      FloatVector d0 = FloatVector.broadcast(LANES, w[scalesR + i]);
      FloatVector d1 = FloatVector.broadcast(LANES, w[scalesNext + i]);
      sum0a = d0.mul(da).fma(q0a, sum0a);
      sum0b = d0.mul(db).fma(q0b, sum0b);
      sum1a = d1.mul(da).fma(q1a, sum1a);
      sum1b = d1.mul(db).fma(q1b, sum1b);
    }
    int lanes = scales(ProductMatrix.PIECE);
    sum0a.intoArray(w, lanes);
    sum0b.intoArray(w, lanes + 8);
    sum1a.intoArray(w, lanes + 16);
    sum1b.intoArray(w, lanes + 24);
  }
}
