// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * IEEE 754 half precision, kept in {@code short}s. To half rounds to nearest, ties to even, as the
 * reference's F16C conversions do; to float is exact.
 */
public final class Half {
  private Half() {}

  /** Widens {@code n} halves of {@code from} into floats. Exact. */
  public static void toFloats(short[] from, int fromOffset, float[] to, int toOffset, int n) {
    for (int i = 0; i < n; i++) {
      to[toOffset + i] = Float.float16ToFloat(from[fromOffset + i]);
    }
  }

  /** Rounds {@code n} floats of {@code from} to halves. */
  public static void ofFloats(float[] from, int fromOffset, short[] to, int toOffset, int n) {
    for (int i = 0; i < n; i++) {
      to[toOffset + i] = Float.floatToFloat16(from[fromOffset + i]);
    }
  }

  /** Returns {@code x} rounded to half precision, as a float. */
  public static float round(float x) {
    return Float.float16ToFloat(Float.floatToFloat16(x));
  }
}
