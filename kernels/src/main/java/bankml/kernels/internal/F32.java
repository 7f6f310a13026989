// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import java.lang.foreign.MemorySegment;

/**
 * Rows of plain floats, 4 bytes a value.
 *
 * @param data the rows, one after another
 * @param cols values a row
 */
record F32(MemorySegment data, int cols) implements FloatFormat {
  private static final int STEP = 32;

  float value(int row, int i) {
    return data.get(Bytes.FLOAT, ((long) row * cols + i) * Float.BYTES);
  }

  @Override
  public void widen(long first, int count, float[] out, int offset) {
    long start = first * Float.BYTES;
    for (int i = 0; i < count; i++) { // C2 makes this loop vectors
      out[offset + i] = data.get(Bytes.FLOAT, start + (long) i * Float.BYTES);
    }
  }

  /**
   * As {@code ggml_vec_dot_f32} (vec.cpp): four accumulators of eight lanes; what is left over of
   * 32 is added value by value, in the shape that the compiler gave that loop: unfused by eights
   * and by a four, fused at the end.
   */
  @Override
  public float dot(int row, Activations x, int column) {
    float[] v = x.values();
    int at = column * cols;
    int whole = cols - cols % STEP;
    float[] acc = new float[STEP];
    for (int i = 0; i < whole; i++) {
      acc[i % STEP] = Math.fma(value(row, i), v[at + i], acc[i % STEP]);
    }
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      acc[lane] = (acc[lane] + acc[16 + lane]) + (acc[8 + lane] + acc[24 + lane]);
    }
    float sum = Lanes.foldNeighbours(acc, 0);
    int unfused = whole + unfusedOf(cols - whole);
    for (int i = whole; i < unfused; i++) {
      sum += value(row, i) * v[at + i];
    }
    for (int i = unfused; i < cols; i++) {
      sum = Math.fma(value(row, i), v[at + i], sum);
    }
    return sum;
  }

  private static int unfusedOf(int leftOver) {
    int eights = leftOver - leftOver % 8;
    return leftOver % 8 >= 4 ? eights + 4 : eights;
  }

  /**
   * As {@code tinyBLAS<8, __m256, __m256, float, float, float>} (llamafile/sgemm.cpp): one
   * accumulator of eight lanes. For widths that are a multiple of 8.
   */
  float tiledDot(int row, Activations x, int column) {
    float[] v = x.values();
    int at = column * cols;
    float[] acc = new float[Lanes.COUNT];
    for (int i = 0; i < cols; i++) {
      acc[i % Lanes.COUNT] = Math.fma(value(row, i), v[at + i], acc[i % Lanes.COUNT]);
    }
    return Lanes.foldHalves(acc, 0);
  }
}
