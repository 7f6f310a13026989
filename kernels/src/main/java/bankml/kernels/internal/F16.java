// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import java.lang.foreign.MemorySegment;

/**
 * Rows of IEEE halves, 2 bytes a value. Activations are rounded to halves before they meet them.
 *
 * @param data the rows, one after another
 * @param cols values a row
 */
record F16(MemorySegment data, int cols) implements FloatFormat {
  private static final int STEP = 32;

  float value(int row, int i) {
    return Bytes.half(data, ((long) row * cols + i) * Short.BYTES);
  }

  @Override
  public void widen(long first, int count, float[] out, int offset) {
    long start = first * Short.BYTES;
    for (int i = 0; i < count; i++) { // C2 makes this loop vectors
      out[offset + i] = Bytes.half(data, start + (long) i * Short.BYTES);
    }
  }

  /**
   * As {@code ggml_vec_dot_f16} (vec.cpp): four accumulators of eight lanes; the products of what
   * is left over of 32 are added in double.
   */
  @Override
  public float dot(int row, Activations x, int column) {
    float[] v = x.half().values();
    int at = column * cols;
    int whole = cols - cols % STEP;
    float[] acc = new float[STEP];
    for (int i = 0; i < whole; i++) {
      acc[i % STEP] = Math.fma(value(row, i), v[at + i], acc[i % STEP]);
    }
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      acc[lane] = (acc[lane] + acc[16 + lane]) + (acc[8 + lane] + acc[24 + lane]);
    }
    double sum = Lanes.foldNeighbours(acc, 0);
    for (int i = whole; i < cols; i++) {
      sum += value(row, i) * v[at + i];
    }
    return (float) sum;
  }

  /**
   * As {@code tinyBLAS<8, __m256, __m256, ggml_fp16_t, ggml_fp16_t, float>} (llamafile/sgemm.cpp):
   * one accumulator of eight lanes. For widths that are a multiple of 8.
   */
  float tiledDot(int row, Activations x, int column) {
    float[] v = x.half().values();
    int at = column * cols;
    float[] acc = new float[Lanes.COUNT];
    for (int i = 0; i < cols; i++) {
      acc[i % Lanes.COUNT] = Math.fma(value(row, i), v[at + i], acc[i % Lanes.COUNT]);
    }
    return Lanes.foldHalves(acc, 0);
  }
}
