// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;

/**
 * Activation rows quantised to 8 bits in blocks of 32: the contents of the reference's {@code
 * block_q8_0}, and the sum that {@code block_q8_1} adds (ggml-common.h). A value is about its code
 * times its block's scale.
 */
public final class Q8Rows {
  /** Values a block. */
  static final int BLOCK = 32;

  private final int maxRows;
  private final int width;
  private byte[] codes = new byte[0];
  private float[] scales = new float[0];
  private float[] sums = new float[0];
  private boolean fresh;

  /** Makes a form of up to {@code maxRows} rows; its buffers come with the first use. */
  public Q8Rows(int maxRows, int width) {
    this.maxRows = maxRows;
    this.width = width;
  }

  /** Says that the rows have changed. */
  public void stale() {
    fresh = false;
  }

  /** Returns the codes, {@code [rows][width]}. */
  byte[] codes() {
    return codes;
  }

  /** Returns the scales as the floats that the stored halves are, {@code [rows][width / 32]}. */
  float[] scales() {
    return scales;
  }

  /** Returns each block's unrounded scale times the sum of its codes, rounded to f16 and back. */
  float[] sums() {
    return sums;
  }

  /** Quantises the rows of {@code x}, unless that has been done. */
  public void prepare(Activations x, Workers workers) {
    if (fresh) {
      return;
    }
    if (codes.length == 0) {
      codes = new byte[maxRows * width];
      scales = new float[maxRows * (width / BLOCK)];
      sums = new float[maxRows * (width / BLOCK)];
    }
    float[] from = x.values();
    int blocksPerRow = width / BLOCK;
    if (x.rows() == 1) {
      quantize(from, 0, blocksPerRow);
    } else {
      workers.split(x.rows(), 8, (a, b) -> quantize(from, a * blocksPerRow, b * blocksPerRow));
    }
    fresh = true;
  }

  private void quantize(float[] from, int firstBlock, int endBlock) {
    for (int b = firstBlock; b < endBlock; b++) {
      quantizeBlock(from, b);
    }
  }

  /**
   * As {@code quantize_row_q8_0} and {@code quantize_row_q8_1} for AVX2 (arch/x86/quants.c): the
   * largest magnitude by {@code vmaxps}, which takes its second operand when either is NaN; codes
   * rounded half to even; {@code vcvtps2dq} gives the least int for what no int can hold.
   */
  private void quantizeBlock(float[] from, int block) {
    int start = block * BLOCK;
    float max = largestMagnitude(from, start);
    float scale = max / 127f;
    float inverse = max != 0f ? 127f / max : 0f;
    int sum = 0;
    for (int i = start; i < start + BLOCK; i++) {
      int code = toInt(from[i] * inverse);
      sum += code;
      codes[i] = (byte) Math.clamp(code, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }
    scales[block] = Float.float16ToFloat(Float.floatToFloat16(scale));
    sums[block] = Float.float16ToFloat(Float.floatToFloat16(sum * scale));
  }

  private static float largestMagnitude(float[] from, int start) {
    float[] lanes = new float[8];
    for (int lane = 0; lane < 8; lane++) {
      float max = Math.abs(from[start + lane]);
      for (int i = lane + 8; i < BLOCK; i += 8) {
        max = vmax(max, Math.abs(from[start + i]));
      }
      lanes[lane] = max;
    }
    for (int lane = 0; lane < 4; lane++) {
      lanes[lane] = vmax(lanes[lane + 4], lanes[lane]);
    }
    float even = vmax(lanes[0], lanes[2]);
    float odd = vmax(lanes[1], lanes[3]);
    return vmax(even, odd);
  }

  private static float vmax(float first, float second) {
    return first > second ? first : second;
  }

  private static int toInt(float value) {
    double rounded = Math.rint(value);
    boolean fits = rounded >= Integer.MIN_VALUE && rounded <= Integer.MAX_VALUE;
    return fits ? (int) rounded : Integer.MIN_VALUE;
  }
}
