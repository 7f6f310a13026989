// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The float functions give the bits that were compared with glibc's, on every machine, interpreted
 * or compiled: a hash over arguments of all magnitudes.
 */
@Tag("interpreted")
class FloatFunctionsKernelTest {
  private static final int BIT_STEP = 1_000_003;

  private static int hash(IntUnaryOperator function) {
    int hash = 0x811c9dc5;
    for (long bits = 0; bits < 1L << 32; bits += BIT_STEP) {
      if (Float.isFinite(Float.intBitsToFloat((int) bits))) {
        hash = (hash ^ function.applyAsInt((int) bits)) * 0x01000193;
      }
    }
    return hash;
  }

  @Test
  void exponentials() {
    assertThat(hash(x -> Float.floatToIntBits(Expf.expf(Float.intBitsToFloat(x)))))
        .isEqualTo(-605352749);
  }

  @Test
  void sinesAndCosines() {
    float[] pair = new float[2];
    assertThat(
            hash(x -> {
              SinCosf.write(Float.intBitsToFloat(x), pair, 0);
              return Float.floatToIntBits(pair[0]) * 31 + Float.floatToIntBits(pair[1]);
            }))
        .isEqualTo(-1919377937);
  }

  @Test
  void exponentialsOfLanes() {
    assertThat(hash(x -> Float.floatToIntBits(LaneExp.exp(Float.intBitsToFloat(x)))))
        .isEqualTo(-1109704948);
  }

  @Test
  void rotationFactors() {
    assertThat(Powf.powf(10_000f, -2f / 64)).isEqualTo(0x1.7ff2220000000p-1f);
    assertThat(Powf.powf(100_000f, -2f / 64)).isEqualTo(0x1.654a0c0000000p-1f);
    assertThat(Powf.powf(1_000_000f, -2f / 128)).isEqualTo(0x1.9c97580000000p-1f);
  }
}
