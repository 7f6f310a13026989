// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * What it is to quantise a block of activations: {@code quantize_row_q8_0} and {@code
 * quantize_row_q8_1} for AVX2 (arch/x86/quants.c), the same codes in {@code
 * ggml_quantize_mat_q8_0_4x8} (arch/x86/repack.cpp).
 */
final class ScalarQuantizer {
  private static final int BLOCK = Q8Rows.BLOCK;

  private ScalarQuantizer() {}

  /**
   * Quantises block {@code block} of {@code from} to codes, scale and sum. The largest magnitude is
   * taken as {@code vmaxps} does, which gives its second operand when either is NaN; codes are
   * rounded half to even; {@code vcvtps2dq} gives the least int for what no int can hold.
   */
  static void quantize(float[] from, Q8Rows to, int block) {
    int start = block * BLOCK;
    float max = largestMagnitude(from, start);
    float scale = max / 127f;
    float inverse = max != 0f ? 127f / max : 0f;
    int sum = 0;
    for (int i = start; i < start + BLOCK; i++) {
      int code = toInt(from[i] * inverse);
      sum += code;
      to.codes()[i] = (byte) Math.clamp(code, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }
    to.scales()[block] = Half.round(scale);
    to.sums()[block] = Half.round(sum * scale);
  }

  private static float largestMagnitude(float[] from, int start) {
    float[] lanes = new float[Lanes.COUNT];
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      float max = Math.abs(from[start + lane]);
      for (int i = lane + Lanes.COUNT; i < BLOCK; i += Lanes.COUNT) {
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
