// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * {@code expf}, {@code logf} and {@code log2f} with the bits of glibc 2.27 and later on a CPU with
 * FMA, the ones that the reference's samplers call. They are computed in double and are not always
 * correctly rounded, so a better approximation would be wrong here.
 */
final class Libm {
  /** How many parts [1, 2) of 2^x is cut into. */
  private static final int PARTS = 32;

  private static final double PARTS_PER_LN2 = 0x1.71547652b82fep+0 * PARTS;

  /** Added to a small double, it leaves the nearest integer in the lowest bits. */
  private static final double TO_INTEGER = 0x1.8p+52;

  /**
   * {@code 2^(i/PARTS)}, its exponent less {@code i/PARTS}: adding the integer part restores it.
   */
  private static final long[] POWERS = powers();

  private static final double EXP_3 = 0x1.c6af84b912394p-20;
  private static final double EXP_2 = 0x1.ebfce50fac4f3p-13;
  private static final double EXP_1 = 0x1.62e42ff0c52d6p-6;

  private static final float EXP_OVERFLOW = 0x1.62e42ep6f;
  private static final float EXP_ZERO = -0x1.9fe368p6f;

  private static final double LN2 = 0x1.62e42fefa39efp-1;

  /** The lowest bits of the interval [0x1.66p-1, 0x1.66p0) that logarithms are reduced to. */
  static final int LOG_INTERVAL = 0x3f330000;

  private static final double LOG_4 = -0x1.00ea348b88334p-2;
  private static final double LOG_3 = 0x1.5575b0be00b6ap-2;
  private static final double LOG_2 = -0x1.ffffef20a4123p-2;

  /** For each sixteenth of that interval: 1/c and log(c) of a c near its middle. */
  private static final double[][] LOG_TABLE = {
    {0x1.661ec79f8f3bep+0, -0x1.57bf7808caadep-2},
    {0x1.571ed4aaf883dp+0, -0x1.2bef0a7c06ddbp-2},
    {0x1.49539f0f010b0p+0, -0x1.01eae7f513a67p-2},
    {0x1.3c995b0b80385p+0, -0x1.b31d8a68224e9p-3},
    {0x1.30d190c8864a5p+0, -0x1.6574f0ac07758p-3},
    {0x1.25e227b0b8ea0p+0, -0x1.1aa2bc79c8100p-3},
    {0x1.1bb4a4a1a343fp+0, -0x1.a4e76ce8c0e5ep-4},
    {0x1.12358f08ae5bap+0, -0x1.1973c5a611cccp-4},
    {0x1.0953f419900a7p+0, -0x1.252f438e10c1ep-5},
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.e608cfd9a47acp-1, 0x1.aa5aa5df25984p-5},
    {0x1.ca4b31f026aa0p-1, 0x1.c5e53aa362eb4p-4},
    {0x1.b2036576afce6p-1, 0x1.526e57720db08p-3},
    {0x1.9c2d163a1aa2dp-1, 0x1.bc2860d224770p-3},
    {0x1.886e6037841edp-1, 0x1.1058bc8a07ee1p-2},
    {0x1.767dcf5534862p-1, 0x1.4043057b6ee09p-2},
  };

  /** The base-2 logarithms of the same c. */
  private static final double[] LOG2_TABLE = {
    -0x1.efec65b963019p-2, -0x1.b0b6832d4fca4p-2, -0x1.7418b0a1fb77bp-2, -0x1.39de91a6dcf7bp-2,
    -0x1.01d9bf3f2b631p-2, -0x1.97c1d1b3b7af0p-3, -0x1.2f9e393af3c9fp-3, -0x1.960cbbf788d5cp-4,
    -0x1.a6f9db6475fcep-5, 0x0.0p+0, 0x1.338ca9f24f53dp-4, 0x1.476a9543891bap-3,
    0x1.e840b4ac4e4d2p-3, 0x1.40645f0c6651cp-2, 0x1.88e9c2c1b9ff8p-2, 0x1.ce0a44eb17bccp-2
  };

  private static final double LOG2_4 = -0x1.712b6f70a7e4dp-2;
  private static final double LOG2_3 = 0x1.ecabf496832e0p-2;
  private static final double LOG2_2 = -0x1.715479ffae3dep-1;
  private static final double LOG2_1 = 0x1.715475f35c8b8p0;

  private static final double EXP2_3 = 0x1.c6af84b912394p-5;
  private static final double EXP2_2 = 0x1.ebfce50fac4f3p-3;
  private static final double EXP2_1 = 0x1.62e42ff0c52d6p-1;

  private Libm() {}

  /** Returns e to the power of {@code x}. */
  static float expf(float x) {
    if (!(x >= EXP_ZERO && x <= EXP_OVERFLOW)) {
      return Float.isNaN(x) ? x : x < 0 ? 0 : Float.POSITIVE_INFINITY;
    }
    double shifted = Math.fma(PARTS_PER_LN2, x, TO_INTEGER);
    long integer = Double.doubleToRawLongBits(shifted);
    double r = Math.fma(PARTS_PER_LN2, x, -(shifted - TO_INTEGER));
    double power = Double.longBitsToDouble(POWERS[(int) integer & (PARTS - 1)] + (integer << 47));
    double high = Math.fma(EXP_3, r, EXP_2);
    double low = Math.fma(EXP_1, r, 1.0);
    return (float) (Math.fma(high, r * r, low) * power);
  }

  /** Returns 2 to the power of {@code x}, which is in -150 to 128, as {@code powf} ends. */
  static float exp2(double x) {
    double shifted = x + TO_INTEGER / PARTS;
    double r = x - (shifted - TO_INTEGER / PARTS);
    long integer = Double.doubleToRawLongBits(shifted);
    double power = Double.longBitsToDouble(POWERS[(int) integer & (PARTS - 1)] + (integer << 47));
    double high = Math.fma(EXP2_3, r, EXP2_2);
    double low = Math.fma(EXP2_1, r, 1.0);
    return (float) (Math.fma(high, r * r, low) * power);
  }

  /** Returns the natural logarithm of {@code x}. */
  static float logf(float x) {
    if (!(x >= Float.MIN_NORMAL && x < Float.POSITIVE_INFINITY)) {
      return x > 0 && x < 1 ? logf(x * 0x1p23f, -23) : special(x);
    }
    return logf(x, 0);
  }

  private static float logf(float x, int moreExponent) {
    int bits = Float.floatToRawIntBits(x);
    int above = bits - LOG_INTERVAL;
    double[] entry = LOG_TABLE[(above >>> 19) & 15];
    int exponent = above >> 23;
    double z = Float.intBitsToFloat(bits - (exponent << 23));
    double r = Math.fma(z, entry[0], -1.0);
    double base = Math.fma(exponent + moreExponent, LN2, entry[1]);
    double r2 = r * r;
    double y = Math.fma(LOG_4, r2, Math.fma(LOG_3, r, LOG_2));
    return (float) Math.fma(y, r2, base + r);
  }

  /** Returns the logarithm to base 2 of {@code x}. */
  static float log2f(float x) {
    if (!(x >= Float.MIN_NORMAL && x < Float.POSITIVE_INFINITY)) {
      return x > 0 && x < 1 ? log2f(x * 0x1p23f, -23) : special(x);
    }
    return log2f(x, 0);
  }

  private static float log2f(float x, int moreExponent) {
    int bits = Float.floatToRawIntBits(x);
    int above = bits - LOG_INTERVAL;
    int i = (above >>> 19) & 15;
    int exponent = above >> 23;
    double z = Float.intBitsToFloat(bits - (exponent << 23));
    double r = Math.fma(z, inverse(i), -1.0);
    double base = LOG2_TABLE[i] + (exponent + moreExponent);
    double r2 = r * r;
    double y = Math.fma(LOG2_4, r2, Math.fma(LOG2_3, r, LOG2_2));
    return (float) Math.fma(y, r2, Math.fma(LOG2_1, r, base));
  }

  /** The logarithm, to any base, of what has none or an infinite one. */
  private static float special(float x) {
    return x == 0 ? Float.NEGATIVE_INFINITY : x > 0 ? x : Float.NaN;
  }

  /** Returns 1/c of the {@code i}-th sixteenth of the interval. */
  static double inverse(int i) {
    return LOG_TABLE[i][0];
  }

  /** Returns log2(c) of the {@code i}-th sixteenth of the interval. */
  static double log2OfCentre(int i) {
    return LOG2_TABLE[i];
  }

  /**
   * Returns {@code base}, 1 or more, to the power of {@code exponent}, 0 or more, rounded correctly
   * from a product of more than 100 bits. The C library's {@code pow}, which is not, differs by a
   * last bit of the double now and then; as a float they are the same.
   */
  static double pow(double base, int exponent) {
    double high = 1;
    double low = 0;
    for (int bit = 31 - Integer.numberOfLeadingZeros(exponent); bit >= 0; bit--) {
      double square = high * high;
      double error = Math.fma(high, high, -square) + 2 * high * low;
      high = square + error;
      low = error - (high - square);
      if ((exponent >>> bit & 1) != 0) {
        double product = high * base;
        error = Math.fma(high, base, -product) + low * base;
        high = product + error;
        low = error - (high - product);
      }
    }
    return Double.isNaN(high) ? Double.POSITIVE_INFINITY : high;
  }

  private static long[] powers() {
    MathContext digits = new MathContext(60);
    BigDecimal step = BigDecimal.TWO;
    for (int parts = 1; parts < PARTS; parts *= 2) {
      step = step.sqrt(digits);
    }
    long[] powers = new long[PARTS];
    BigDecimal power = BigDecimal.ONE;
    for (int i = 0; i < PARTS; i++) {
      powers[i] = Double.doubleToRawLongBits(power.doubleValue()) - ((long) i << 47);
      power = power.multiply(step, digits);
    }
    return powers;
  }
}
