// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import java.lang.foreign.MemorySegment;

/**
 * Rows of Q8_0 blocks: 32 values in 34 bytes.
 *
 * <pre>
 *   0        2                                34
 *   | d: f16 | q: 32 signed bytes             |      value i = d * q[i]
 * </pre>
 *
 * @param data the rows, one after another
 * @param cols values a row, a multiple of 32
 */
record Q80(MemorySegment data, int cols) implements Format {
  static final int BLOCK = 32;
  static final int BYTES = 34;
  static final int CODES = 2;

  long block(int row, int block) {
    return ((long) row * (cols / BLOCK) + block) * BYTES;
  }

  @Override
  public void dequantizeRow(int row, float[] out, int offset) {
    for (int b = 0; b < cols / BLOCK; b++) {
      long block = block(row, b);
      float d = Bytes.half(data, block);
      for (int i = 0; i < BLOCK; i++) {
        out[offset + b * BLOCK + i] = Bytes.code(data, block + CODES + i) * d;
      }
    }
  }

  /**
   * As {@code ggml_vec_dot_q8_0_q8_0} (arch/x86/quants.c) and, for many columns, {@code
   * tinyBLAS_Q0_AVX} (llamafile/sgemm.cpp), which have the same order: lane j takes the integer sum
   * of values 4j to 4j+3 of each block, times the product of both scales.
   */
  @Override
  public float dot(int row, Activations x, int column) {
    byte[] codes = x.q8().codes();
    float[] scales = x.q8().scales();
    float[] acc = new float[Lanes.COUNT];
    for (int b = 0; b < cols / BLOCK; b++) {
      long block = block(row, b);
      int at = column * cols + b * BLOCK;
      float d = Bytes.half(data, block) * scales[at / BLOCK];
      for (int lane = 0; lane < Lanes.COUNT; lane++) {
        int sum = 0;
        for (int i = lane * 4; i < lane * 4 + 4; i++) {
          sum += Bytes.signedProduct(Bytes.code(data, block + CODES + i), codes[at + i]);
        }
        acc[lane] = Math.fma(d, (float) sum, acc[lane]);
      }
    }
    return Lanes.foldHalves(acc, 0);
  }
}
