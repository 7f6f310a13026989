// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.B2S;
import static jdk.incubator.vector.VectorOperators.I2B;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.MAX;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link ScalarQuantizer} by vectors, and the layouts of the codes that vectors read. The largest
 * magnitude is found among the bits as ints, which order positive floats and put what is no finite
 * number on top; rounding half to even is the addition of 1.5 * 2^23.
 */
final class VectorQuantizer {
  private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_256;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
  private static final VectorSpecies<Byte> EIGHT = ByteVector.SPECIES_64;
  private static final VectorSpecies<Byte> SIXTEEN = ByteVector.SPECIES_128;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_256;

  private static final int BLOCK = Q8Rows.BLOCK;
  private static final int MAGNITUDE = 0x7fff_ffff;

  /** From here on 127 / max is finite, and scales are no subnormal floats. */
  private static final int LEAST_MAX = Float.floatToRawIntBits(1e-30f);

  private static final int INFINITY = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
  private static final float ROUNDING = 0x1.8p23f;
  private static final int ROUNDING_BITS = Float.floatToRawIntBits(ROUNDING);

  private VectorQuantizer() {}

  /**
   * Quantises block {@code block} of {@code from} to codes, scale and sum. Returns whether it is
   * regular: no code is -128.
   */
  static boolean quantize(float[] from, Q8Rows to, int block) {
    int start = block * BLOCK;
    FloatVector a = FloatVector.fromArray(LANES, from, start);
    FloatVector b = FloatVector.fromArray(LANES, from, start + 8);
    FloatVector c = FloatVector.fromArray(LANES, from, start + 16);
    FloatVector d = FloatVector.fromArray(LANES, from, start + 24);
    int max =
        a.reinterpretAsInts()
            .lanewise(AND, MAGNITUDE)
            .lanewise(MAX, b.reinterpretAsInts().lanewise(AND, MAGNITUDE))
            .lanewise(MAX, c.reinterpretAsInts().lanewise(AND, MAGNITUDE))
            .lanewise(MAX, d.reinterpretAsInts().lanewise(AND, MAGNITUDE))
            .reduceLanes(MAX);
    if (max < LEAST_MAX || max >= INFINITY) {
      ScalarQuantizer.quantize(from, to, block);
      return isRegular(to.codes(), start);
    }
    float scale = Float.intBitsToFloat(max) / 127f;
    float inverse = 127f / Float.intBitsToFloat(max);
    IntVector p = a.mul(inverse).add(ROUNDING).reinterpretAsInts().sub(ROUNDING_BITS);
    IntVector q = b.mul(inverse).add(ROUNDING).reinterpretAsInts().sub(ROUNDING_BITS);
    IntVector r = c.mul(inverse).add(ROUNDING).reinterpretAsInts().sub(ROUNDING_BITS);
    IntVector s = d.mul(inverse).add(ROUNDING).reinterpretAsInts().sub(ROUNDING_BITS);
    byte[] codes = to.codes();
    ((ByteVector) p.convertShape(I2B, EIGHT, 0)).intoArray(codes, start);
    ((ByteVector) q.convertShape(I2B, EIGHT, 0)).intoArray(codes, start + 8);
    ((ByteVector) r.convertShape(I2B, EIGHT, 0)).intoArray(codes, start + 16);
    ((ByteVector) s.convertShape(I2B, EIGHT, 0)).intoArray(codes, start + 24);
    int sum = p.add(q).add(r.add(s)).reduceLanes(ADD);
    to.scales()[block] = Half.round(scale);
    to.sums()[block] = Half.round(sum * scale);
    return true;
  }

  /** Copies a block's codes, from {@code start} on, into their other layouts. */
  static void spread(Q8Rows to, int start) {
    ByteVector codes = ByteVector.fromArray(BYTES, to.codes(), start);
    ShortVector shorts = codes.reinterpretAsShorts();
    shorts.lanewise(LSHL, 8).lanewise(ASHR, 8).intoArray(to.split(), start);
    shorts.lanewise(ASHR, 8).intoArray(to.split(), start + 16);

    IntVector ints = codes.reinterpretAsInts();
    float[] quarters = to.quarters();
    ((FloatVector) ints.lanewise(LSHL, 24).lanewise(ASHR, 24).convert(I2F, 0))
        .intoArray(quarters, start);
    ((FloatVector) ints.lanewise(LSHL, 16).lanewise(ASHR, 24).convert(I2F, 0))
        .intoArray(quarters, start + 8);
    ((FloatVector) ints.lanewise(LSHL, 8).lanewise(ASHR, 24).convert(I2F, 0))
        .intoArray(quarters, start + 16);
    ((FloatVector) ints.lanewise(ASHR, 24).convert(I2F, 0)).intoArray(quarters, start + 24);

    for (int half = 0; half < 2; half++) {
      ((ShortVector)
              ByteVector.fromArray(SIXTEEN, to.codes(), start + 16 * half)
                  .convertShape(B2S, SHORTS, 0))
          .reinterpretAsInts()
          .intoArray(to.pairs(), start / 2 + 8 * half);
    }
  }

  private static boolean isRegular(byte[] codes, int start) {
    for (int i = start; i < start + BLOCK; i++) {
      if (codes[i] == Byte.MIN_VALUE) {
        return false;
      }
    }
    return true;
  }
}
