// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import java.lang.foreign.MemorySegment;
import java.util.function.IntBinaryOperator;

/**
 * Rows of Q4_0 blocks: 32 values in 18 bytes.
 *
 * <pre>
 *   0        2                                18
 *   | d: f16 | 16 bytes: values 0..15 in the low, 16..31 in the high nibbles |
 *   value i = d * (nibble - 8)
 * </pre>
 *
 * @param data the rows, one after another
 * @param cols values a row, a multiple of 32
 */
record Q40(MemorySegment data, int cols) implements Format {
  static final int BLOCK = 32;
  static final int BYTES = 18;
  static final int CODES = 2;

  long block(int row, int block) {
    return ((long) row * (cols / BLOCK) + block) * BYTES;
  }

  /** Returns the signed code of value {@code i} of the block at {@code block}. */
  int code(long block, int i) {
    int pair = Bytes.code(data, block + CODES + i % 16);
    return (i < 16 ? pair & 0xf : (pair >> 4) & 0xf) - 8;
  }

  @Override
  public void dequantizeRow(int row, float[] out, int offset) {
    for (int b = 0; b < cols / BLOCK; b++) {
      long block = block(row, b);
      float d = Bytes.half(data, block);
      for (int i = 0; i < BLOCK; i++) {
        out[offset + b * BLOCK + i] = code(block, i) * d;
      }
    }
  }

  /**
   * As {@code ggml_vec_dot_q4_0_q8_0} (arch/x86/quants.c) and, for many columns, {@code
   * tinyBLAS_Q0_AVX} (llamafile/sgemm.cpp): the order of Q8_0.
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
          sum += Bytes.signedProduct(code(block, i), codes[at + i]);
        }
        acc[lane] = Math.fma(d, (float) sum, acc[lane]);
      }
    }
    return Lanes.foldHalves(acc, 0);
  }

  /**
   * As {@code ggml_gemv_q4_0_8x8_q8_0} (arch/x86/repack.cpp): each output is one chain over the
   * blocks, of the integer sum of the whole block times the product of both scales.
   */
  float gemvDot(int row, Activations x, int column) {
    return chain(row, x, column, Bytes::signedProduct);
  }

  /**
   * As {@code ggml_gemm_q4_0_8x8_q8_0} (arch/x86/repack.cpp): the chain of {@link #gemvDot}, but
   * the sign moves from the activation to the weight, so every product of codes is exact.
   */
  float gemmDot(int row, Activations x, int column) {
    return chain(row, x, column, Math::multiplyExact);
  }

  private float chain(int row, Activations x, int column, IntBinaryOperator product) {
    float[] scales = x.q8().scales();
    float acc = 0f;
    for (int b = 0; b < cols / BLOCK; b++) {
      long block = block(row, b);
      int at = column * cols + b * BLOCK;
      int sum = 0;
      for (int i = 0; i < BLOCK; i++) {
        sum += product.applyAsInt(code(block, i), x.q8().codes()[at + i]);
      }
      acc = Math.fma((float) sum, Bytes.half(data, block) * scales[at / BLOCK], acc);
    }
    return acc;
  }
}
