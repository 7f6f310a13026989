// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import java.util.SplittableRandom;

/** Queries of one micro-batch and the cells they see, random but for the seed. */
final class AttentionCase {
  /** What the numbers are like. */
  enum Inputs {
    /** Around one, as in a real model. */
    USUAL(1f, 1f),
    /** Scores in the thousands: weights of 0 and 1, new maxima that forget all before. */
    SHARP(30f, 1f),
    /** Values whose sums leave a half's range. */
    HUGE_VALUES(1f, 1.4e4f),
    /** Scores all alike, values among a half's subnormals, a third of them zero. */
    TINY(1e-3f, 1e-6f);

    private final float keys;
    private final float values;

    Inputs(float keys, float values) {
      this.keys = keys;
      this.values = values;
    }
  }

  final AttentionShape shape;
  final int rows;
  final int past;
  final int padded;
  final float[] q;
  final float[] keys;
  final float[] values;
  final int[] positions;
  final KvCells cells;
  final String name;

  AttentionCase(AttentionShape shape, int rows, int past, Inputs inputs) {
    this.shape = shape;
    this.rows = rows;
    this.past = past;
    long seed = 31L * rows + past;
    name = shape + ", " + rows + " rows after " + past + ", " + inputs + ", seed " + seed;
    SplittableRandom random = new SplittableRandom(seed);
    padded = AttentionKernel.paddedCells(past + rows - 1);
    q = gaussian(random, rows * shape.queryWidth(), inputs.keys);
    int used = (past + rows) * shape.kvWidth();
    keys = gaussian(random, used, inputs.keys);
    values = gaussian(random, used, inputs.values);
    if (inputs == Inputs.TINY) {
      for (int i = 0; i < used; i += 3) {
        values[i] = 0;
      }
    }
    positions = new int[rows];
    for (int i = 0; i < rows; i++) {
      positions[i] = past + i;
    }
    cells = new KvCells(shape, padded);
    for (int cell = 0; cell < past + rows; cell++) {
      cells.store(cell, keys, cell * shape.kvWidth(), values, cell * shape.kvWidth());
    }
  }

  private static float[] gaussian(SplittableRandom random, int n, float scale) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextGaussian() * scale;
    }
    return x;
  }

  /** Returns all rows' outputs. */
  float[] attend(Provider provider, int referenceThreads, Workers workers) {
    float[] out = new float[q.length];
    new Attention(shape, referenceThreads, provider, workers)
        .attend(q, RowClass.microBatch(rows), positions, rows, cells, out);
    return out;
  }
}
