// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import bankml.kernels.internal.HeadCells;

/**
 * The keys and values of one layer in half precision, a cell for each position of one sequence. Not
 * safe for writing from several threads to one cell.
 */
public final class KvCells {
  private final int kvHeads;
  private final int headDim;
  private final int capacity;
  private final short[] keys;
  private final short[] values;
  private final HeadCells[] heads;

  /**
   * An empty cache.
   *
   * @param capacity how many positions it holds
   */
  public KvCells(AttentionShape shape, int capacity) {
    kvHeads = shape.kvHeads();
    headDim = shape.headDim();
    this.capacity = capacity;
    int perHead = Math.multiplyExact(HeadCells.roomFor(capacity), headDim);
    keys = new short[Math.multiplyExact(kvHeads, perHead)];
    values = new short[keys.length];
    heads = new HeadCells[kvHeads];
    for (int h = 0; h < kvHeads; h++) {
      heads[h] = new HeadCells(keys, values, h * perHead, headDim);
    }
  }

  /** Returns how many positions the cache holds. */
  public int capacity() {
    return capacity;
  }

  /**
   * Rounds a row of keys (after RoPE) and one of values to half precision and keeps them.
   *
   * @param cell the position, below the capacity
   * @param k [kvHeads][headDim] from {@code kOffset}
   * @param v [kvHeads][headDim] from {@code vOffset}
   */
  public void store(int cell, float[] k, int kOffset, float[] v, int vOffset) {
    if (cell < 0 || cell >= capacity) {
      throw new IndexOutOfBoundsException("cell " + cell + " of " + capacity);
    }
    for (int h = 0; h < kvHeads; h++) {
      heads[h].store(cell, k, kOffset + h * headDim, v, vOffset + h * headDim);
    }
  }

  /** Takes over the first {@code count} cells of {@code other}, a cache of the same shape. */
  public void copy(KvCells other, int count) {
    if (count > Math.min(capacity, other.capacity)) {
      throw new IndexOutOfBoundsException(count + " cells of " + other.capacity);
    }
    for (int h = 0; h < kvHeads; h++) {
      heads[h].copy(other.heads[h], count);
    }
  }

  /** Returns how much memory keys and values take. */
  public long bytes() {
    return (long) Short.BYTES * (keys.length + values.length);
  }

  HeadCells head(int kvHead) {
    return heads[kvHead];
  }
}
