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
    for (int row = 0; row < rows; row++) {
      for (int b = 0; b < blocks; b++) {
        to.put(stored, row, b);
      }
    }
    return to;
  }

  private void put(Q40 stored, int row, int b) {
    long from = stored.block(row, b);
    long to = block(row / ROWS, b);
    int lane = row % ROWS;
    data.set(Bytes.FLOAT, to + 4L * lane, Bytes.half(stored.data(), from));
    for (int v = 0; v < 4; v++) {
      int nibbles = 0;
      for (int n = 0; n < 4; n++) {
        nibbles |= (stored.code(from, 8 * v + 2 * n) & 0xf) << (4 * n);
        nibbles |= (stored.code(from, 8 * v + 2 * n + 1) & 0xf) << (16 + 4 * n);
      }
      data.set(Bytes.INT, to + SCALES + 4L * (v * ROWS + lane), nibbles);
    }
  }

  /** Returns where block {@code b} of group {@code g} begins. */
  long block(int g, int b) {
    return ((long) g * blocks + b) * BYTES;
  }
}
