// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Rows of 4-bit blocks laid out anew, two rows in one: whole vectors hold a block of either row in
 * the low and the high nibbles of the same bytes. As large as the stored rows, outside of the heap.
 *
 * <pre>
 *   block b of rows 2p and 2p + 1:
 *   | head of row 2p | head of row 2p + 1 | 32 bytes: value i of row 2p low, of row 2p + 1 high |
 * </pre>
 *
 * @param data the pairs, one after another; an odd last row is paired with itself
 * @param blocks blocks a row
 * @param head bytes before the codes of a stored block
 */
record NibblePairs(MemorySegment data, int blocks, int head) {
  private static final int BLOCK = 32;

  /**
   * Lays out {@code rows} stored rows whose blocks are {@code head} bytes and 16 bytes of codes.
   */
  static NibblePairs of(MemorySegment stored, int rows, int blocks, int head) {
    int pairs = (rows + 1) / 2;
    long bytes = (long) pairs * blocks * (2 * head + BLOCK);
    NibblePairs to = new NibblePairs(Arena.ofAuto().allocate(bytes, 64), blocks, head);
    byte[] block = new byte[2 * head + BLOCK];
    int size = head + BLOCK / 2;
    for (int p = 0; p < pairs; p++) {
      int next = Math.min(2 * p + 1, rows - 1);
      for (int b = 0; b < blocks; b++) {
        MemorySegment low = stored.asSlice((2L * p * blocks + b) * size, size);
        MemorySegment high = stored.asSlice(((long) next * blocks + b) * size, size);
        merge(low, high, head, block);
        MemorySegment.copy(block, 0, to.data, Bytes.BYTE, to.block(p, b), block.length);
      }
    }
    return to;
  }

  private static void merge(MemorySegment low, MemorySegment high, int head, byte[] to) {
    MemorySegment.copy(low, Bytes.BYTE, 0, to, 0, head);
    MemorySegment.copy(high, Bytes.BYTE, 0, to, head, head);
    for (int i = 0; i < BLOCK / 2; i++) {
      int l = Bytes.code(low, head + i);
      int h = Bytes.code(high, head + i);
      to[2 * head + i] = (byte) ((l & 0xf) | (h << 4));
      to[2 * head + BLOCK / 2 + i] = (byte) (((l >> 4) & 0xf) | (h & 0xf0));
    }
  }

  /** Returns where block {@code b} of pair {@code p} begins. */
  long block(int p, int b) {
    return ((long) p * blocks + b) * (2 * head + BLOCK);
  }
}
