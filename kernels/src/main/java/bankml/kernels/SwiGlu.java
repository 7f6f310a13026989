// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import bankml.kernels.internal.Expf;
import bankml.kernels.internal.LaneExp;
import jdk.incubator.vector.FloatVector;

/**
 * The gated activation of the feed-forward block: {@code silu(gate) * up}.
 *
 * <p>Order of operations: {@code ggml_vec_swiglu_f32} of {@code ggml-cpu/vec.cpp} on AVX2: eight
 * elements at a time with ggml's own exponential, the rest of a row (width modulo 8) with the C
 * library's.
 */
public final class SwiGlu {
  private static final int LANES = 8;

  private final Provider provider;

  /** The activation as {@code provider} computes it. */
  public SwiGlu(Provider provider) {
    this.provider = provider;
  }

  /**
   * Writes {@code silu(gate) * up} for {@code n} rows.
   *
   * @param gate rows, [n][width]
   * @param up rows, [n][width]
   * @param y result, [n][width]; may be one of the two
   */
  public void apply(float[] gate, float[] up, int n, int width, float[] y, Workers workers) {
    if (n == 1) {
      applyRow(gate, up, y, 0, width);
      return;
    }
    workers.run((worker, count) -> {
      for (int i = worker; i < n; i += count) {
        applyRow(gate, up, y, i * width, width);
      }
    });
  }

  private void applyRow(float[] gate, float[] up, float[] y, int offset, int width) {
    int whole = offset + width / LANES * LANES;
    switch (provider) {
      case SCALAR -> scalarEights(gate, up, y, offset, whole);
      case VECTOR, MACHINE -> vectorEights(gate, up, y, offset, whole);
    }
    for (int i = whole; i < offset + width; i++) {
      y[i] = gate[i] / (1f + Expf.expf(-gate[i])) * up[i];
    }
  }

  private static void scalarEights(float[] gate, float[] up, float[] y, int from, int to) {
    for (int i = from; i < to; i++) {
      y[i] = gate[i] / (1f + LaneExp.exp(0f - gate[i])) * up[i];
    }
  }

  private static void vectorEights(float[] gate, float[] up, float[] y, int from, int to) {
    FloatVector zero = FloatVector.zero(FloatVector.SPECIES_256);
    float[] exponentials = new float[LANES];
    for (int i = from; i < to; i += LANES) {
      FloatVector x = FloatVector.fromArray(FloatVector.SPECIES_256, gate, i);
      LaneExp.exp(zero.sub(x), exponentials, 0);
      FloatVector divisor = FloatVector.fromArray(FloatVector.SPECIES_256, exponentials, 0).add(1f);
      x.div(divisor).mul(FloatVector.fromArray(FloatVector.SPECIES_256, up, i)).intoArray(y, i);
    }
  }
}
