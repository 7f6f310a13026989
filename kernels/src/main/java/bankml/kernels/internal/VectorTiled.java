// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link TiledKernel} in vectors: both products as panels, the weights eight at a time. */
public final class VectorTiled implements TiledKernel {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;
  private static final int LANES = 8;
  private static final int CELLS = HeadCells.TILE;

  private final int headDim;
  private final int rowWidth;
  private final float scale;
  private final PanelProduct scoring;
  private final PanelProduct summing;
  private final float[] tileCells;
  private final float[] weights;
  private final float[] values;
  private final float[] max;
  private final float[] sum;
  private final float[] lanes = new float[LANES];

  /**
   * A kernel for heads of {@code headDim} elements in rows of {@code rowWidth}.
   *
   * @param scale what scores are multiplied with
   * @param maxRows the most rows of a tile
   */
  public VectorTiled(int headDim, int rowWidth, float scale, int maxRows) {
    this.headDim = headDim;
    this.rowWidth = rowWidth;
    this.scale = scale;
    scoring = new PanelProduct(headDim, rowWidth, LANES, headDim * LANES, CELLS);
    summing = new PanelProduct(CELLS, CELLS, headDim, LANES, headDim);
    tileCells = new float[CELLS * headDim];
    weights = new float[maxRows * CELLS];
    values = new float[maxRows * headDim];
    max = new float[maxRows];
    sum = new float[maxRows];
  }

  @Override
  public void attend(QueryTile tile, HeadCells cells) {
    int rows = tile.rows();
    int last = 0;
    for (int row = 0; row < rows; row++) {
      last = Math.max(last, tile.positions()[tile.first() + row]);
    }
    Arrays.fill(values, 0, rows * headDim, 0f);
    Arrays.fill(max, 0, rows, Float.NEGATIVE_INFINITY);
    Arrays.fill(sum, 0, rows, 0f);
    int queries = tile.first() * rowWidth + tile.head() * headDim;
    for (int start = 0; start <= last; start += CELLS) {
      cells.widenKeys(start, tileCells);
      Arrays.fill(weights, 0, rows * CELLS, 0f);
      for (int i = 0; i < CELLS; i += PanelProduct.COLUMNS) {
        scoring.add(tile.q(), queries, tileCells, i * headDim, weights, i, rows);
      }
      for (int row = 0; row < rows; row++) {
        weigh(row, Math.min(CELLS, tile.positions()[tile.first() + row] + 1 - start));
      }
      cells.widenValues(start, tileCells);
      for (int i = 0; i < headDim; i += PanelProduct.COLUMNS) {
        summing.add(weights, 0, tileCells, i, values, i, rows);
      }
    }
    for (int row = 0; row < rows; row++) {
      float inverse = sum[row] == 0f ? 0f : 1f / sum[row];
      for (int i = 0; i < headDim; i++) {
        tile.out()[queries + row * rowWidth + i] = values[row * headDim + i] * inverse;
      }
    }
  }

  /** Turns the scores of a row's {@code visible} first cells into weights, the others into 0. */
  private void weigh(int row, int visible) {
    int from = row * CELLS;
    if (visible <= 0) {
      Arrays.fill(weights, from, from + CELLS, 0f);
      return;
    }
    int end = from + (visible + LANES - 1) / LANES * LANES;
    for (int i = from; i < end; i += LANES) {
      FloatVector.fromArray(SPECIES, weights, i).mul(scale).intoArray(weights, i);
    }
    Arrays.fill(weights, from + visible, end, Float.NEGATIVE_INFINITY);
    Arrays.fill(weights, end, from + CELLS, 0f);
    float newMax = largest(from, end, max[row]);
    if (newMax > max[row]) {
      float shrink = Expf.expf(max[row] - newMax);
      for (int i = row * headDim; i < (row + 1) * headDim; i++) {
        values[i] *= shrink;
      }
      sum[row] *= shrink;
      max[row] = newMax;
    }
    sum[row] = (float) (sum[row] + exponentials(from, end, newMax));
  }

  private float largest(int from, int end, float atLeast) {
    FloatVector largest = FloatVector.broadcast(SPECIES, atLeast);
    for (int i = from; i < end; i += LANES) {
      FloatVector scores = FloatVector.fromArray(SPECIES, weights, i);
      largest = largest.blend(scores, scores.compare(VectorOperators.GT, largest));
    }
    largest.intoArray(lanes, 0);
    float result = atLeast;
    for (float lane : lanes) {
      result = lane > result ? lane : result;
    }
    return result;
  }

  /** {@code ggml_vec_soft_max_f32} of {@code ggml-cpu/vec.cpp}. */
  private double exponentials(int from, int end, float newMax) {
    double total = 0;
    for (int i = from; i < end; i += LANES) {
      LaneExp.exp(FloatVector.fromArray(SPECIES, weights, i).sub(newMax), weights, i);
      float even = weights[i] + weights[i + 4] + (weights[i + 2] + weights[i + 6]);
      float odd = weights[i + 1] + weights[i + 5] + (weights[i + 3] + weights[i + 7]);
      total += even + odd;
    }
    return total;
  }
}
