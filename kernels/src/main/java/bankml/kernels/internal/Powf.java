// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * The C library's {@code powf} as glibc 2.27 and later compute it on a processor with FMA ({@code
 * sysdeps/ieee754/flt-32/e_powf.c}), for positive normal bases and finite exponents.
 */
public final class Powf {
  private static final int FIRST_MANTISSA = 0x3f330000;
  private static final double ROUNDER = 0x1.8p47;
  private static final double OVERFLOW = 0x1.fffffffd1d571p+6;
  private static final double UNDERFLOW = -150;

  /** For each sixteenth of the mantissas: one over a number near its middle, that number's log2. */
  private static final double[] INVERSE = {
    0x1.661ec79f8f3bep+0, 0x1.571ed4aaf883dp+0, 0x1.49539f0f010b0p+0, 0x1.3c995b0b80385p+0,
    0x1.30d190c8864a5p+0, 0x1.25e227b0b8ea0p+0, 0x1.1bb4a4a1a343fp+0, 0x1.12358f08ae5bap+0,
    0x1.0953f419900a7p+0, 0x1.0000000000000p+0, 0x1.e608cfd9a47acp-1, 0x1.ca4b31f026aa0p-1,
    0x1.b2036576afce6p-1, 0x1.9c2d163a1aa2dp-1, 0x1.886e6037841edp-1, 0x1.767dcf5534862p-1
  };

  private static final double[] LOG2 = {
    -0x1.efec65b963019p-2, -0x1.b0b6832d4fca4p-2, -0x1.7418b0a1fb77bp-2, -0x1.39de91a6dcf7bp-2,
    -0x1.01d9bf3f2b631p-2, -0x1.97c1d1b3b7af0p-3, -0x1.2f9e393af3c9fp-3, -0x1.960cbbf788d5cp-4,
    -0x1.a6f9db6475fcep-5, 0x0.0p+0, 0x1.338ca9f24f53dp-4, 0x1.476a9543891bap-3,
    0x1.e840b4ac4e4d2p-3, 0x1.40645f0c6651cp-2, 0x1.88e9c2c1b9ff8p-2, 0x1.ce0a44eb17bccp-2
  };

  private static final double A1 = 0x1.71547652ab82bp+0;
  private static final double A2 = -0x1.7154748bef6c8p-1;
  private static final double A3 = 0x1.ec70a6ca7baddp-2;
  private static final double A4 = -0x1.71969a075c67ap-2;
  private static final double A5 = 0x1.27616c9496e0bp-2;

  private Powf() {}

  /**
   * Returns {@code x} to the power of {@code y}.
   *
   * @param x positive, normal, finite
   * @param y finite
   */
  public static float powf(float x, float y) {
    if (!(x >= Float.MIN_NORMAL && x <= Float.MAX_VALUE && Math.abs(y) <= Float.MAX_VALUE)) {
      throw new IllegalArgumentException("powf of " + x + " and " + y);
    }
    double exponent = y * log2(Float.floatToRawIntBits(x));
    if (exponent > OVERFLOW) {
      return Float.POSITIVE_INFINITY;
    }
    if (exponent <= UNDERFLOW) {
      return 0f;
    }
    double rounded = exponent + ROUNDER;
    double r = exponent - (rounded - ROUNDER);
    return (float) Exp2Table.power(Double.doubleToRawLongBits(rounded), r, 1);
  }

  private static double log2(int bits) {
    int above = bits - FIRST_MANTISSA;
    int i = (above >>> 19) & 15;
    double mantissa = Float.intBitsToFloat(bits - (above & 0xff800000));
    double r = Math.fma(mantissa, INVERSE[i], -1);
    double whole = LOG2[i] + (above >> 23);
    double r2 = r * r;
    double high = Math.fma(A5, r, A4);
    double middle = Math.fma(A3, r, A2);
    double low = Math.fma(A1, r, whole);
    return Math.fma(high, r2 * r2, Math.fma(middle, r2, low));
  }
}
