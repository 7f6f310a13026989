// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

/**
 * Root mean square normalisation with a weight per element.
 *
 * <p>Order of operations: {@code ggml_compute_forward_rms_norm_f32} of {@code ggml-cpu/ops.cpp},
 * alone or fused with the product (the bits are the same). Each square is a float product, the sum
 * runs in double from the first element to the last, so there is no vector form of it: any other
 * grouping would change bits.
 */
public final class RmsNorm {
  private final float[] weight;
  private final float epsilon;

  /** A norm over rows of {@code weight.length} elements. */
  public RmsNorm(float[] weight, float epsilon) {
    this.weight = weight.clone();
    this.epsilon = epsilon;
  }

  /** Returns the width of a row. */
  public int width() {
    return weight.length;
  }

  /**
   * Normalises {@code n} rows.
   *
   * @param x rows, [n][width]
   * @param y result, [n][width]; may be {@code x}
   */
  public void apply(float[] x, int n, float[] y, Workers workers) {
    if (n == 1) {
      apply(x, 0, y, 0);
      return;
    }
    workers.run((worker, count) -> {
      for (int i = worker; i < n; i += count) {
        apply(x, i * weight.length, y, i * weight.length);
      }
    });
  }

  /** Normalises the row at {@code xOffset} into the row at {@code yOffset}. */
  public void apply(float[] x, int xOffset, float[] y, int yOffset) {
    int width = weight.length;
    double sum = 0;
    for (int i = 0; i < width; i++) {
      float square = x[xOffset + i] * x[xOffset + i];
      sum += square;
    }
    float mean = (float) (sum / width);
    float scale = 1f / (float) Math.sqrt(mean + epsilon);
    for (int i = 0; i < width; i++) {
      y[yOffset + i] = x[xOffset + i] * scale * weight[i];
    }
  }
}
