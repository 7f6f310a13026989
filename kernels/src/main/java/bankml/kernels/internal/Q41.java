// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import java.lang.foreign.MemorySegment;

/**
 * Rows of Q4_1 blocks: 32 values in 20 bytes.
 *
 * <pre>
 *   0        2        4                                20
 *   | d: f16 | m: f16 | 16 bytes: values 0..15 in the low, 16..31 in the high nibbles |
 *   value i = d * nibble + m
 * </pre>
 *
 * @param data the rows, one after another
 * @param cols values a row, a multiple of 32
 */
record Q41(MemorySegment data, int cols) implements Format {
  static final int BLOCK = 32;
  static final int BYTES = 20;
  static final int MINIMUM = 2;
  static final int CODES = 4;

  long block(int row, int block) {
    return ((long) row * (cols / BLOCK) + block) * BYTES;
  }

  private int code(long block, int i) {
    int pair = Bytes.code(data, block + CODES + i % 16);
    return i < 16 ? pair & 0xf : (pair >> 4) & 0xf;
  }

  /** As {@code dequantize_row_q4_1} (ggml-quants.c), compiled without fused operations. */
  @Override
  public void dequantizeRow(int row, float[] out, int offset) {
    for (int b = 0; b < cols / BLOCK; b++) {
      long block = block(row, b);
      float d = Bytes.half(data, block);
      float m = Bytes.half(data, block + MINIMUM);
      for (int i = 0; i < BLOCK; i++) {
        out[offset + b * BLOCK + i] = code(block, i) * d + m;
      }
    }
  }

  /**
   * As {@code ggml_vec_dot_q4_1_q8_1} (arch/x86/quants.c), for one column and for many: lanes as in
   * Q8_0; the minima times the activations' block sums in a chain of their own, added last.
   */
  @Override
  public float dot(int row, Activations x, int column) {
    byte[] codes = x.q8().codes();
    float[] acc = new float[Lanes.COUNT];
    float minima = 0f;
    for (int b = 0; b < cols / BLOCK; b++) {
      long block = block(row, b);
      int at = column * cols + b * BLOCK;
      minima = Math.fma(Bytes.half(data, block + MINIMUM), x.q8().sums()[at / BLOCK], minima);
      float d = Bytes.half(data, block) * x.q8().scales()[at / BLOCK];
      for (int lane = 0; lane < Lanes.COUNT; lane++) {
        int sum = 0;
        for (int i = lane * 4; i < lane * 4 + 4; i++) {
          sum += code(block, i) * codes[at + i];
        }
        acc[lane] = Math.fma(d, (float) sum, acc[lane]);
      }
    }
    return Lanes.foldHalves(acc, 0) + minima;
  }
}
