// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;
import java.util.Arrays;

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
  private short[] split = new short[0];
  private int[] pairs = new int[0];
  private float[] quarters = new float[0];
  private boolean[] irregular = new boolean[0];
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

  /**
   * Returns the codes as shorts, {@code [rows][width]}: of each block first those at even places,
   * then those at odd ones. They meet weights whose bytes were split the same way.
   */
  short[] split() {
    return split;
  }

  /**
   * Returns the codes as shorts, two in an int, the first in the lower half: {@code [rows][width /
   * 2]}. An int broadcast to a vector meets two values of every row of an interleaved group.
   */
  int[] pairs() {
    return pairs;
  }

  /**
   * Returns the codes as floats, {@code [rows][width]}, each block in quarters: {@link CodeTiles}
   * says why.
   */
  float[] quarters() {
    return quarters;
  }

  /** Returns whether any row is irregular. */
  boolean hasIrregular() {
    for (boolean row : irregular) {
      if (row) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a row has a code of -128, which stands for no value. Products by vectors leave
   * such rows to the specification, which says what the reference makes of them.
   */
  boolean isIrregular(int row) {
    return irregular[row];
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
      split = new short[maxRows * width];
      pairs = new int[maxRows * (width / 2)];
      quarters = new float[maxRows * width];
      irregular = new boolean[maxRows];
      scales = new float[maxRows * (width / BLOCK)];
      sums = new float[maxRows * (width / BLOCK)];
    }
    float[] from = x.values();
    Arrays.fill(irregular, false);
    if (x.rows() == 1) {
      quantize(from, 0, 1);
    } else {
      workers.split(x.rows(), 8, (worker, a, b) -> quantize(from, a, b));
    }
    fresh = true;
  }

  private void quantize(float[] from, int firstRow, int endRow) {
    int blocks = width / BLOCK;
    for (int row = firstRow; row < endRow; row++) {
      for (int b = row * blocks; b < (row + 1) * blocks; b++) {
        quantizeBlock(from, b);
        irregular[row] |= spread(b * BLOCK);
      }
    }
  }

  /** Copies a block's codes into their other forms. Returns whether one is -128. */
  private boolean spread(int start) {
    int least = 0;
    for (int i = 0; i < BLOCK / 2; i++) {
      int even = codes[start + 2 * i];
      int odd = codes[start + 2 * i + 1];
      split[start + i] = (short) even;
      split[start + BLOCK / 2 + i] = (short) odd;
      pairs[start / 2 + i] = (even & 0xffff) | (odd << 16);
      least = Math.min(least, Math.min(even, odd));
    }
    for (int i = 0; i < BLOCK; i++) {
      quarters[start + i % 4 * 8 + i / 4] = codes[start + i];
    }
    return least == Byte.MIN_VALUE;
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
