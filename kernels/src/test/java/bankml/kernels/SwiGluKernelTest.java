// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The activation in vectors gives the scalar bits, at the edges of the exponential too. */
@Tag("interpreted")
class SwiGluKernelTest {
  private static final float[] EDGES = {
    0f,
    -0f,
    87.3f,
    -87.3f,
    88.7f,
    -88.8f,
    103.9f,
    -104f,
    133f,
    -134f,
    1e30f,
    -1e30f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY
  };

  @Test
  void vectorsGiveTheScalarBits() {
    int rows = 50;
    int width = 69;
    SplittableRandom random = new SplittableRandom(11);
    float[] gate = new float[rows * width];
    float[] up = new float[gate.length];
    for (int i = 0; i < gate.length; i++) {
      gate[i] =
          random.nextInt(4) == 0
              ? EDGES[random.nextInt(EDGES.length)]
              : (float) random.nextGaussian() * 30f;
      up[i] = (float) random.nextGaussian();
    }
    float[] scalar = new float[gate.length];
    float[] vector = new float[gate.length];
    try (Workers workers = new Workers(2)) {
      new SwiGlu(Provider.SCALAR).apply(gate, up, rows, width, scalar, workers);
      new SwiGlu(Provider.VECTOR).apply(gate, up, rows, width, vector, workers);
    }
    assertThat(vector).as("seed 11").isEqualTo(scalar);
  }
}
