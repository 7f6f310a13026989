// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * The cached keys and values of one head. Values lie cell after cell. Keys lie in blocks of eight
 * cells, [cell / 8][headDim][cell % 8], so that scores are computed for eight cells at once, a cell
 * a lane, without a sum across lanes.
 *
 * @param offset where this head begins in both arrays
 */
@SuppressWarnings("ArrayRecordComponent") // a view of the cache, never compared
public record HeadCells(short[] keys, short[] values, int offset, int headDim) {
  /** Cells of a block of keys. */
  public static final int BLOCK = 8;

  /** Cells that kernels read at once: room is kept for whole tiles. */
  public static final int TILE = 64;

  /** Returns how many cells to keep room for. */
  public static int roomFor(int cells) {
    return Math.multiplyExact((cells + TILE - 1) / TILE, TILE);
  }

  /** Returns where element {@code i} of a cell's key is. */
  public int keyIndex(int cell, int i) {
    return offset + (cell / BLOCK * headDim + i) * BLOCK + cell % BLOCK;
  }

  /** Returns where element {@code i} of a cell's value is. */
  public int valueIndex(int cell, int i) {
    return offset + cell * headDim + i;
  }

  /** Returns element {@code i} of a cell's key. */
  public float key(int cell, int i) {
    return Float.float16ToFloat(keys[keyIndex(cell, i)]);
  }

  /** Returns element {@code i} of a cell's value. */
  public float value(int cell, int i) {
    return Float.float16ToFloat(values[valueIndex(cell, i)]);
  }

  /** Rounds a key and a value to half precision into a cell. */
  public void store(int cell, float[] k, int kOffset, float[] v, int vOffset) {
    for (int i = 0; i < headDim; i++) {
      keys[keyIndex(cell, i)] = Float.floatToFloat16(k[kOffset + i]);
      values[valueIndex(cell, i)] = Float.floatToFloat16(v[vOffset + i]);
    }
  }

  /** Takes over the first {@code count} cells of {@code other}. */
  public void copy(HeadCells other, int count) {
    int keyCells = (count + BLOCK - 1) / BLOCK * BLOCK;
    System.arraycopy(other.keys, other.offset, keys, offset, keyCells * headDim);
    System.arraycopy(other.values, other.offset, values, offset, count * headDim);
  }

  /** Widens the keys of the tile that begins at {@code cell}, [TILE / 8][headDim][8]. */
  void widenKeys(int cell, float[] to) {
    Half.toFloats(keys, offset + cell * headDim, to, 0, TILE * headDim);
  }

  /** Widens the values of the tile that begins at {@code cell}, [TILE][headDim]. */
  void widenValues(int cell, float[] to) {
    Half.toFloats(values, offset + cell * headDim, to, 0, TILE * headDim);
  }
}
