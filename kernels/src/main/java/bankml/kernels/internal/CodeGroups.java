// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Q4_0 rows laid out anew in groups of eight for machine code, so that the lanes of a vector are
 * rows. Outside of the heap; scales are widened to floats, which makes it a ninth larger than the
 * stored rows.
 *
 * <pre>
 *   block b of rows 8g to 8g + 7:
 *   | 8 scales: f32 | 4 x 8 ints |
 *   int r of the v-th eight: the stored bytes 4v to 4v + 3 of row 8g + r, that is the codes of values
 *   4v to 4v + 3 in the low and 16 + 4v to 16 + 4v + 3 in the high nibbles
 * </pre>
 *
 * @param data the groups, one after another
 * @param blocks blocks a row
 */
record CodeGroups(MemorySegment data, int blocks) {
  static final int ROWS = 8;
  private static final int SCALES = 4 * ROWS;
  private static final int BYTES = SCALES + 16 * ROWS;

  /** Lays out {@code rows} stored rows, a multiple of eight. */
  static CodeGroups of(Q40 stored, int rows) {
    int blocks = stored.cols() / Q40.BLOCK;
    long bytes = (long) (rows / ROWS) * blocks * BYTES;
    CodeGroups to = new CodeGroups(Arena.ofAuto().allocate(bytes, 64), blocks);
    for (int r = 0; r < rows; r++) {
      for (int b = 0; b < blocks; b++) {
        long from = stored.block(r, b);
        long at = to.group(r / ROWS) + (long) b * BYTES + (long) r % ROWS * Integer.BYTES;
        to.data.set(Bytes.FLOAT, at, Bytes.half(stored.data(), from));
        for (int v = 0; v < 4; v++) {
          int codes = stored.data().get(Bytes.INT, from + Q40.CODES + v * 4L);
          to.data.set(Bytes.INT, at + SCALES + v * 32L, codes);
        }
      }
    }
    return to;
  }

  /** Returns where group {@code g} begins. */
  long group(int g) {
    return (long) g * blocks * BYTES;
  }
}
