// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * The C library's {@code sincosf} as glibc 2.28 and later compute it on a processor with FMA
 * ({@code sysdeps/ieee754/flt-32/s_sincosf.c}): in double, reduced to an eighth of a turn, one
 * polynomial each. Java's own sine and cosine round to float differently for some arguments.
 */
public final class SinCosf {
  private static final double TWO_OVER_PI_24 = 0x1.45f306dc9c883p+23;
  private static final double HALF_PI = 0x1.921fb54442d18p+0;
  private static final double HALF_PI_62 = 0x1.921fb54442d18p-62;

  private static final double C1 = -0x1.ffffffd0c621cp-2;
  private static final double C2 = 0x1.55553e1068f19p-5;
  private static final double C3 = -0x1.6c087e89a359dp-10;
  private static final double C4 = 0x1.99343027bf8c3p-16;
  private static final double S1 = -0x1.555545995a603p-3;
  private static final double S2 = 0x1.1107605230bc4p-7;
  private static final double S3 = -0x1.994eb3774cf24p-13;

  /** Upper bits of a float, sign apart: thresholds are compared on them alone. */
  private static final int QUARTER_PI_TOP = 0x3f4;

  private static final int TINY_TOP = 0x398;
  private static final int REDUCE_FAST_TOP = 0x42f;
  private static final int INFINITE_TOP = 0x7f8;

  /** The bits of 4/pi from the first on, 192 of them, seen through a window of 32 at each byte. */
  private static final int[] FOUR_OVER_PI = new int[24];

  static {
    String hex = "A2F9836E4E441529FC2757D1F534DDC0DB6295993C439041";
    int window = 0;
    for (int i = 0; i < FOUR_OVER_PI.length; i++) {
      window = (window << 8) | Integer.parseInt(hex, 2 * i, 2 * i + 2, 16);
      FOUR_OVER_PI[i] = window;
    }
  }

  private SinCosf() {}

  /** Writes the cosine of {@code y} at {@code offset} and its sine after it. */
  public static void write(float y, float[] to, int offset) {
    int bits = Float.floatToRawIntBits(y);
    int top = (bits >>> 20) & 0x7ff;
    if (top < TINY_TOP) {
      to[offset] = 1f;
      to[offset + 1] = y;
    } else if (top < QUARTER_PI_TOP) {
      polynomials(y, 0, 0, to, offset);
    } else if (top < REDUCE_FAST_TOP) {
      int n = ((int) (y * TWO_OVER_PI_24) + 0x800000) >> 24;
      polynomials(Math.fma(-n, HALF_PI, y), n, n, to, offset);
    } else if (top < INFINITE_TOP) {
      reduceLarge(bits, to, offset);
    } else {
      to[offset] = Float.NaN;
      to[offset + 1] = Float.NaN;
    }
  }

  /** Reduces by whole numbers: a 32 × 96 bit product whose upper two bits are the quadrant. */
  private static void reduceLarge(int bits, float[] to, int offset) {
    int i = (bits >>> 26) & 15;
    long mantissa = Integer.toUnsignedLong(((bits & 0x7fffff) | 0x800000) << ((bits >>> 23) & 7));
    long high = (mantissa * Integer.toUnsignedLong(FOUR_OVER_PI[i])) << 32;
    long middle = mantissa * Integer.toUnsignedLong(FOUR_OVER_PI[i + 4]);
    long low = (mantissa * Integer.toUnsignedLong(FOUR_OVER_PI[i + 8])) >>> 32;
    long product = (high | low) + middle;
    long n = (product + (1L << 61)) >>> 62;
    double x = (product - (n << 62)) * HALF_PI_62;
    polynomials(x, (int) n, (int) n + (bits >>> 31), to, offset);
  }

  /**
   * Sine and cosine of {@code x}, an odd {@code quadrant} swapping the two, {@code signs} choosing
   * theirs: odd of bit 0 plus bit 1 turns the sine's argument, bit 1 the cosine's polynomial.
   */
  private static void polynomials(double x, int quadrant, int signs, float[] to, int offset) {
    double xs = (signs & 1) == ((signs >> 1) & 1) ? x : -x;
    double sign = (signs & 2) == 0 ? 1 : -1;
    double x2 = x * x;
    double x3 = x2 * xs;
    double x4 = x2 * x2;
    double c1 = Math.fma(x2, sign * C1, sign);
    double c = Math.fma(x4, sign * C2, c1);
    double s = Math.fma(x3, S1, xs);
    double c3 = Math.fma(x2, sign * C4, sign * C3);
    double s2 = Math.fma(x2, S3, S2);
    float sine = (float) Math.fma(s2, x3 * x2, s);
    float cosine = (float) Math.fma(c3, x4 * x2, c);
    boolean swap = (quadrant & 1) != 0;
    to[offset] = swap ? sine : cosine;
    to[offset + 1] = swap ? cosine : sine;
  }
}
