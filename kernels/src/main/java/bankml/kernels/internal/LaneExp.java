// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * ggml's own exponential, {@code ggml_v_expf} of {@code ggml-cpu/vec.h} for AVX2: a polynomial of
 * degree five on the remainder by multiples of ln 2, each step one FMA. A lane never depends on
 * another.
 */
public final class LaneExp {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;

  /** Adding this rounds to a whole number: the last bit of a float of this size is worth one. */
  private static final float ROUNDER = 0x1.8p23f;

  private static final float LOG2_E = 0x1.715476p+0f;
  private static final float LN2_HIGH = 0x1.62e4p-1f;
  private static final float LN2_LOW = 0x1.7f7d1cp-20f;
  private static final float C1 = 0x1.ffffecp-1f;
  private static final float C2 = 0x1.fffdb6p-2f;
  private static final float C3 = 0x1.555e66p-3f;
  private static final float C4 = 0x1.573e2ep-5f;
  private static final float C5 = 0x1.0e4020p-7f;

  /** Past this power of two, one scale factor would leave the range of normal floats. */
  private static final float ONE_FACTOR = 126f;

  /** Past this power of two, the result is zero or infinite. */
  private static final float TWO_FACTORS = 192f;

  private static final int ONE_BITS = 0x3f800000;
  private static final int BIG_BITS = 0x7f000000;
  private static final int TO_SMALL_BITS = 0x82000000;

  private LaneExp() {}

  /** Returns e to the power of {@code x}: the specification of a lane. */
  public static float exp(float x) {
    float z = Math.fma(x, LOG2_E, ROUNDER);
    float n = z - ROUNDER;
    float b = Math.fma(-n, LN2_LOW, Math.fma(-n, LN2_HIGH, x));
    int e = Float.floatToRawIntBits(z) << 23;
    float u = b * b;
    float high = Math.fma(Math.fma(C5, b, C4), u, Math.fma(C3, b, C2));
    float j = Math.fma(high, u, C1 * b);
    if (!(Math.abs(n) > ONE_FACTOR)) {
      float k = Float.intBitsToFloat(e + ONE_BITS);
      return Math.fma(k, j, k);
    }
    int g = n <= 0f ? TO_SMALL_BITS : 0;
    float s1 = Float.intBitsToFloat(g + BIG_BITS);
    if (Math.abs(n) > TWO_FACTORS) {
      return s1 * s1;
    }
    float s2 = Float.intBitsToFloat(e - g);
    return Math.fma(s2, j, s2) * s1;
  }

  /**
   * Writes e to the power of each of the eight lanes of {@code x} from {@code offset} on. Lanes
   * past one factor are rare: they are left to the specification.
   */
  public static void exp(FloatVector x, float[] to, int offset) {
    FloatVector z = x.fma(splat(LOG2_E), splat(ROUNDER));
    FloatVector n = z.sub(ROUNDER);
    if (n.abs().compare(VectorOperators.GT, ONE_FACTOR).anyTrue()) {
      x.intoArray(to, offset);
      for (int i = offset; i < offset + SPECIES.length(); i++) {
        to[i] = exp(to[i]);
      }
      return;
    }
    FloatVector negative = n.neg();
    FloatVector b = negative.fma(splat(LN2_LOW), negative.fma(splat(LN2_HIGH), x));
    IntVector e = z.reinterpretAsInts().lanewise(VectorOperators.LSHL, 23);
    FloatVector u = b.mul(b);
    FloatVector high = splat(C5).fma(b, splat(C4)).fma(u, splat(C3).fma(b, splat(C2)));
    FloatVector j = high.fma(u, b.mul(C1));
    FloatVector k = e.add(ONE_BITS).reinterpretAsFloats();
    k.fma(j, k).intoArray(to, offset);
  }

  private static FloatVector splat(float value) {
    return FloatVector.broadcast(SPECIES, value);
  }
}
