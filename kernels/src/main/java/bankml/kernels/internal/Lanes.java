// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/** The orders in which the reference adds up the eight lanes of an accumulator. */
final class Lanes {
  /** Floats in a 256-bit register. */
  static final int COUNT = 8;

  private Lanes() {}

  /**
   * Adds the upper half to the lower, then lanes two apart, then the last two: {@code hsum_float_8}
   * (arch/x86/quants.c) and {@code hsum} (llamafile/sgemm.cpp).
   */
  static float foldHalves(float[] a, int at) {
    float even = (a[at] + a[at + 4]) + (a[at + 2] + a[at + 6]);
    float odd = (a[at + 1] + a[at + 5]) + (a[at + 3] + a[at + 7]);
    return even + odd;
  }

  /**
   * Adds the upper half to the lower, then neighbours, then the last two: {@code GGML_F32x8_REDUCE}
   * (simd-mappings.h).
   */
  static float foldNeighbours(float[] a, int at) {
    float low = (a[at] + a[at + 4]) + (a[at + 1] + a[at + 5]);
    float high = (a[at + 2] + a[at + 6]) + (a[at + 3] + a[at + 7]);
    return low + high;
  }
}
