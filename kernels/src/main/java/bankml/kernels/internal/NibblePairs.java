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
 *
 * @param blocks blocks a row
 * @param codes the pairs, one after another; an odd last row is paired with itself
 * @param scales every block's scale, {@code [rows][blocks]}
 * @param minima every block's minimum
 */
@SuppressWarnings("ArrayRecordComponent") // a record, so that C2 trusts its fields; never compared
record NibblePairs(int blocks, MemorySegment codes, float[] scales, float[] minima) {
  private static final int BYTES = 32;
  private static final int PIECE = ProductMatrix.PIECE;

  /** Lays out {@code rows} stored rows. */
  static NibblePairs of(Q41 stored, int rows) {
    int blocks = stored.cols() / Q41.BLOCK;
    int pairs = (rows + 1) / 2;
    NibblePairs to =
        new NibblePairs(
            blocks,
            Arena.ofAuto().allocate((long) pairs * blocks * BYTES, 64),
            new float[rows * blocks],
            new float[(rows + PIECE - 1) / PIECE * PIECE * blocks]);
    byte[] low = new byte[blocks * Q41.BYTES];
    byte[] high = new byte[blocks * Q41.BYTES];
    byte[] merged = new byte[blocks * BYTES];
    for (int p = 0; p < pairs; p++) {
      to.take(stored, 2 * p, low);
      to.take(stored, Math.min(2 * p + 1, rows - 1), high);
      for (int b = 0; b < blocks; b++) {
        merge(low, high, b * Q41.BYTES + Q41.CODES, merged, b * BYTES);
      }
      MemorySegment.copy(merged, 0, to.codes, Bytes.BYTE, to.codes(p, 0), merged.length);
    }
    return to;
  }

  /** Reads a stored row into {@code bytes} and keeps its scales and minima. */
  private void take(Q41 stored, int row, byte[] bytes) {
    MemorySegment.copy(stored.data(), Bytes.BYTE, stored.block(row, 0), bytes, 0, bytes.length);
    for (int b = 0; b < blocks; b++) {
      scales[row * blocks + b] = Bytes.half(bytes, b * Q41.BYTES);
      minima[minimum(row, b)] = Bytes.half(bytes, b * Q41.BYTES + Q41.MINIMUM);
    }
  }

  private static void merge(byte[] low, byte[] high, int from, byte[] to, int at) {
    for (int i = 0; i < BYTES / 2; i++) {
      int l = low[from + i];
      int h = high[from + i];
      to[at + i] = (byte) ((l & 0xf) | (h << 4));
      to[at + BYTES / 2 + i] = (byte) (((l >> 4) & 0xf) | (h & 0xf0));
    }
  }

  /** Returns where the codes of block {@code b} of pair {@code p} begin. */
  long codes(int p, int b) {
    return ((long) p * blocks + b) * BYTES;
  }

  /** Returns where the minimum of block {@code b} of a row is; those of a piece's rows follow. */
  int minimum(int row, int b) {
    return (row / PIECE * blocks + b) * PIECE + row % PIECE;
  }
}
