// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * The C library's {@code expf} as glibc 2.27 and later compute it on a processor with FMA ({@code
 * sysdeps/ieee754/flt-32/e_expf.c}): in double, by table and cubic. Owned here so that the bits are
 * the same on every machine.
 */
public final class Expf {
  /** Adding this rounds to a whole number: the last bit of a double of this size is worth one. */
  private static final double ROUNDER = 0x1.8p52;

  private static final double STEPS_PER_E = 0x1.71547652b82fep0 * Exp2Table.STEPS;
  private static final float OVERFLOW = 0x1.62e42ep6f;
  private static final float UNDERFLOW = -0x1.9fe368p6f;

  private Expf() {}

  /** Returns e to the power of {@code x}. */
  public static float expf(float x) {
    if (!(Math.abs(x) < 88f)) {
      if (Float.isNaN(x)) {
        return x;
      }
      if (x > OVERFLOW) {
        return Float.POSITIVE_INFINITY;
      }
      if (x < UNDERFLOW) {
        return 0f;
      }
    }
    double rounded = Math.fma(STEPS_PER_E, x, ROUNDER);
    double r = Math.fma(STEPS_PER_E, x, -(rounded - ROUNDER));
    return (float) Exp2Table.power(Double.doubleToRawLongBits(rounded), r, Exp2Table.STEPS);
  }
}
