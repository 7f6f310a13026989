// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Q4_0 rows laid out anew in groups of eight, so that the lanes of a vector are rows. Outside of
 * the heap; scales are widened to floats, which makes it a ninth larger than the stored rows.
 *
 * <pre>
 *   block b of rows 8g to 8g + 7:
 *   | 8 scales: f32 | 4 x 8 ints |
 *   int r of the v-th eight: nibbles of row 8g + r, the codes of values 8v, 8v + 2, 8v + 4, 8v + 6
 *   (from the lowest on), then 8v + 1, 8v + 3, 8v + 5, 8v + 7; each as a signed number of 4 bits
 * </pre>
 *
 * @param data the groups, one after another
 * @param blocks blocks a row
 */
record NibbleGroups(MemorySegment data, int blocks) {
  static final int ROWS = 8;
  static final int SCALES = 4 * ROWS;
  static final int BYTES = SCALES + 16 * ROWS;

  /** Lays out {@code rows} stored rows, a multiple of eight. */
  static NibbleGroups of(Q40 stored, int rows) {
    int blocks = stored.cols() / Q40.BLOCK;
    long bytes = (long) (rows / ROWS) * blocks * BYTES;
    NibbleGroups to = new NibbleGroups(Arena.ofAuto().allocate(bytes, 64), blocks);
    byte[] row = new byte[blocks * Q40.BYTES];
    int[] group = new int[blocks * BYTES / Integer.BYTES];
    for (int r = 0; r < rows; r++) {
      MemorySegment.copy(stored.data(), Bytes.BYTE, stored.block(r, 0), row, 0, row.length);
      for (int b = 0; b < blocks; b++) {
        put(row, b, group, r % ROWS);
      }
      if (r % ROWS == ROWS - 1) {
        MemorySegment.copy(group, 0, to.data, Bytes.INT, to.block(r / ROWS, 0), group.length);
      }
    }
    return to;
  }

  /** Puts block {@code b} of a stored row into lane {@code lane} of its group. */
  private static void put(byte[] row, int b, int[] group, int lane) {
    int from = b * Q40.BYTES;
    int to = b * BYTES / Integer.BYTES + lane;
    group[to] = Float.floatToRawIntBits(Bytes.half(row, from));
    for (int v = 0; v < 4; v++) {
      int codes = from + Q40.CODES + v % 2 * 8;
      int shift = v < 2 ? 0 : 4; // values 0 to 15 are low nibbles, the others high ones
      int nibbles = 0;
      for (int n = 0; n < 4; n++) {
        nibbles |= ((row[codes + 2 * n] >> shift) & 0xf) << (4 * n);
        nibbles |= ((row[codes + 2 * n + 1] >> shift) & 0xf) << (16 + 4 * n);
      }
      group[to + ROWS * (1 + v)] = nibbles ^ 0x8888_8888; // from 0..15 to -8..7 in every nibble
    }
  }

  /** Returns where block {@code b} of group {@code g} begins. */
  long block(int g, int b) {
    return ((long) g * blocks + b) * BYTES;
  }
}
