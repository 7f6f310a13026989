// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * Powers of two between whole ones, by table and cubic: what the C library's float {@code exp} and
 * {@code pow} share (the "optimized routines" algorithm of {@code e_exp2f_data.c}).
 */
final class Exp2Table {
  /** How many steps a doubling is cut into. */
  static final int STEPS = 32;

  private static final double C1 = 0x1.62e42ff0c52d6p-1;
  private static final double C2 = 0x1.ebfce50fac4f3p-3;
  private static final double C3 = 0x1.c6af84b912394p-5;

  /** Bits of 2^(i/32), less what adding a whole {@code k = 32 q + i} in the exponent adds. */
  private static final long[] BITS = new long[STEPS];

  static {
    for (int i = 0; i < STEPS; i++) {
      double power = StrictMath.pow(2, (double) i / STEPS);
      BITS[i] = Double.doubleToRawLongBits(power) - ((long) i << 47);
    }
  }

  private Exp2Table() {}

  /**
   * Returns 2^(k/32) times the cubic in {@code r} with its coefficients scaled for {@code r} in
   * units of {@code 1 / scale}.
   *
   * @param k its low 47 - 32 bits count 32nds of a doubling
   * @param scale 1 when r is a power of two's exponent, 32 when it counts 32nds
   */
  static double power(long k, double r, double scale) {
    double s = Double.longBitsToDouble(BITS[(int) (k & (STEPS - 1))] + (k << 47));
    double high = Math.fma(C3 / (scale * scale * scale), r, C2 / (scale * scale));
    double low = Math.fma(C1 / scale, r, 1);
    return Math.fma(high, r * r, low) * s;
  }
}
