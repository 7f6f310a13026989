// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import bankml.kernels.internal.Powf;
import bankml.kernels.internal.SinCosf;

/**
 * Rotary position embedding: every pair of elements of a head is turned by an angle that grows with
 * the position and falls with the pair's place.
 *
 * <p>Order of operations: {@code ggml_rope_cache_init}, {@code rope_yarn} and {@code rotate_pairs}
 * of {@code ggml-cpu/ops.cpp}: the angle of a pair is that of the pair before times a factor, in
 * float; sine and cosine are the C library's float functions; in each rotation the first product is
 * fused with the other one, already rounded.
 */
public final class Rope {
  /** Which elements of a head turn together. */
  public enum Pairing {
    /** Neighbours: (0, 1), (2, 3), … */
    NORM,
    /** An element of the first half with the one of the second: (0, d/2), (1, d/2 + 1), … */
    NEOX
  }

  private final Pairing pairing;
  private final int dims;
  private final float thetaScale;
  private final float frequencyScale;
  private final float[] frequencyFactors;

  /**
   * A rotation without frequency factors.
   *
   * @param dims elements of a head that turn; even
   * @param base the frequency base ({@code rope.freq_base})
   * @param frequencyScale what angles are multiplied with (1 unless scaled linearly)
   */
  public Rope(Pairing pairing, int dims, float base, float frequencyScale) {
    this(pairing, dims, base, frequencyScale, new float[0]);
  }

  /**
   * A rotation.
   *
   * @param frequencyFactors a divisor for each pair's angle, [dims / 2], or empty
   */
  public Rope(
      Pairing pairing, int dims, float base, float frequencyScale, float[] frequencyFactors) {
    if (dims <= 0 || dims % 2 != 0) {
      throw new IllegalArgumentException("rotated dimensions must be even: " + dims);
    }
    if (frequencyFactors.length != 0 && frequencyFactors.length < dims / 2) {
      throw new IllegalArgumentException("too few frequency factors: " + frequencyFactors.length);
    }
    this.pairing = pairing;
    this.dims = dims;
    this.thetaScale = Powf.powf(base, -2f / dims);
    this.frequencyScale = frequencyScale;
    this.frequencyFactors = frequencyFactors.clone();
  }

  /** Returns how many floats {@link #angles} writes for a position. */
  public int angleFloats() {
    return dims;
  }

  /**
   * Writes cosine and sine of every pair for {@code n} positions: [n][dims], a pair's cosine before
   * its sine. They serve all heads of all layers of a pass.
   */
  public void angles(int[] positions, int n, float[] angles) {
    for (int i = 0; i < n; i++) {
      float theta = positions[i];
      for (int pair = 0; pair < dims / 2; pair++) {
        float divided = frequencyFactors.length == 0 ? theta : theta / frequencyFactors[pair];
        SinCosf.write(frequencyScale * divided, angles, i * dims + 2 * pair);
        theta *= thetaScale;
      }
    }
  }

  /**
   * Turns {@code n} rows of {@code heads} heads in place.
   *
   * @param x rows, [n][heads][headDim]; elements from {@code dims} on stay as they are
   * @param angles what {@link #angles} wrote for these rows
   */
  public void rotate(float[] x, int n, int heads, int headDim, float[] angles, Workers workers) {
    if (n == 1) {
      rotateRow(x, 0, heads, headDim, angles, 0);
      return;
    }
    workers.run((worker, count) -> {
      for (int i = worker; i < n; i += count) {
        rotateRow(x, i * heads * headDim, heads, headDim, angles, i * dims);
      }
    });
  }

  private void rotateRow(
      float[] x, int offset, int heads, int headDim, float[] angles, int anglesOffset) {
    int step = pairing == Pairing.NORM ? 2 : 1;
    int other = pairing == Pairing.NORM ? 1 : dims / 2;
    for (int head = 0; head < heads; head++) {
      int first = offset + head * headDim;
      for (int pair = 0; pair < dims / 2; pair++) {
        int i = first + pair * step;
        float cos = angles[anglesOffset + 2 * pair];
        float sin = angles[anglesOffset + 2 * pair + 1];
        float x0 = x[i];
        float x1 = x[i + other];
        x[i] = Math.fma(x0, cos, -(x1 * sin));
        x[i + other] = Math.fma(x0, sin, x1 * cos);
      }
    }
  }
}
