// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Q4_1 rows laid out anew, so that whole vectors hold a block of two rows in the low and the high
 * nibbles of the same bytes, at aligned addresses. Scales and minima are widened to floats, which
 * makes it a fifth larger than the stored rows; the codes are outside of the heap.
 *
 * <pre>
 *   codes, block b of rows 2p and 2p + 1: 32 bytes, value i of row 2p low, of row 2p + 1 high
 *   minima, block b of a piece of 16 rows: 16 floats
 * </pre>
 */
final class NibblePairs {
  private static final int BYTES = 32;
  private static final int PIECE = ProductMatrix.PIECE;

  private final int blocks;
  private final MemorySegment codes;
  private final float[] scales;
  private final float[] minima;

  /** Lays out {@code rows} stored rows. An odd last row is paired with itself. */
  NibblePairs(Q41 stored, int rows) {
    blocks = stored.cols() / Q41.BLOCK;
    int pairs = (rows + 1) / 2;
    codes = Arena.ofAuto().allocate((long) pairs * blocks * BYTES, 64);
    scales = new float[rows * blocks];
    minima = new float[(rows + PIECE - 1) / PIECE * PIECE * blocks];
    for (int r = 0; r < rows; r++) {
      for (int b = 0; b < blocks; b++) {
        scales[r * blocks + b] = Bytes.half(stored.data(), stored.block(r, b));
        minima[minimum(r, b)] = Bytes.half(stored.data(), stored.block(r, b) + Q41.MINIMUM);
      }
    }
    byte[] merged = new byte[BYTES];
    for (int p = 0; p < pairs; p++) {
      for (int b = 0; b < blocks; b++) {
        long low = stored.block(2 * p, b) + Q41.CODES;
        long high = stored.block(Math.min(2 * p + 1, rows - 1), b) + Q41.CODES;
        merge(stored.data(), low, high, merged);
        MemorySegment.copy(merged, 0, codes, Bytes.BYTE, codes(p, b), BYTES);
      }
    }
  }

  private static void merge(MemorySegment from, long low, long high, byte[] to) {
    for (int i = 0; i < BYTES / 2; i++) {
      int l = Bytes.code(from, low + i);
      int h = Bytes.code(from, high + i);
      to[i] = (byte) ((l & 0xf) | (h << 4));
      to[BYTES / 2 + i] = (byte) (((l >> 4) & 0xf) | (h & 0xf0));
    }
  }

  int blocks() {
    return blocks;
  }

  MemorySegment codes() {
    return codes;
  }

  /** Returns where the codes of block {@code b} of pair {@code p} begin. */
  long codes(int p, int b) {
    return ((long) p * blocks + b) * BYTES;
  }

  /** Returns the scales, {@code [rows][blocks]}. */
  float[] scales() {
    return scales;
  }

  float[] minima() {
    return minima;
  }

  /** Returns where the minimum of block {@code b} of a row is; those of a piece's rows follow. */
  int minimum(int row, int b) {
    return (row / PIECE * blocks + b) * PIECE + row % PIECE;
  }
}
