// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * {@code powf} with the bits of glibc 2.27 and later on a CPU with FMA ({@code
 * sysdeps/ieee754/flt-32/e_powf.c}), for every pair of floats.
 */
final class Powf {
  private static final double A1 = 0x1.71547652ab82bp+0;
  private static final double A2 = -0x1.7154748bef6c8p-1;
  private static final double A3 = 0x1.ec70a6ca7baddp-2;
  private static final double A4 = -0x1.71969a075c67ap-2;
  private static final double A5 = 0x1.27616c9496e0bp-2;

  private static final double OVERFLOW = 0x1.fffffffd1d571p+6;
  private static final double UNDERFLOW = -150;

  private Powf() {}

  /** Returns {@code x} to the power of {@code y}. */
  static float powf(float x, float y) {
    if (x == 1 || y == 0 || (x == -1 && Float.isInfinite(y))) {
      return 1;
    }
    if (x == 0
        || !(Math.abs(x) < Float.POSITIVE_INFINITY && Math.abs(y) < Float.POSITIVE_INFINITY)) {
      return (float) StrictMath.pow(x, y); // 0, infinite or NaN
    }
    if (x > 0) {
      return ofPositive(x, y);
    }
    if (y != StrictMath.rint(y)) {
      return Float.NaN;
    }
    boolean odd = Math.abs(y) < 0x1p24f && ((int) y & 1) != 0;
    return odd ? -ofPositive(-x, y) : ofPositive(-x, y);
  }

  private static float ofPositive(float x, float y) {
    double exponent = y * log2(x);
    if (exponent > OVERFLOW) {
      return Float.POSITIVE_INFINITY;
    }
    return exponent <= UNDERFLOW ? 0 : Libm.exp2(exponent);
  }

  private static double log2(float x) {
    boolean subnormal = x < Float.MIN_NORMAL;
    int bits = Float.floatToRawIntBits(subnormal ? x * 0x1p23f : x);
    int above = bits - Libm.LOG_INTERVAL;
    int i = (above >>> 19) & 15;
    int exponent = (above >> 23) - (subnormal ? 23 : 0);
    double z = Float.intBitsToFloat(bits - (above & 0xff800000));
    double r = Math.fma(z, Libm.inverse(i), -1.0);
    double base = Libm.log2OfCentre(i) + exponent;
    double r2 = r * r;
    double high = Math.fma(A5, r, A4);
    double middle = Math.fma(A3, r, A2);
    double low = Math.fma(A1, r, base);
    return Math.fma(high, r2 * r2, Math.fma(middle, r2, low));
  }
}
