// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;

/**
 * Activation rows rounded to f16, as the reference rounds them before they meet f16 weights ({@code
 * ggml_cpu_fp32_to_fp16}, ggml-cpu.c), kept as the floats that those halves are: the products widen
 * both factors anyway.
 */
public final class HalfRows {
  private final int maxRows;
  private final int width;
  private float[] rounded = new float[0];
  private boolean fresh;

  /** Makes a form of up to {@code maxRows} rows; its buffer comes with the first use. */
  public HalfRows(int maxRows, int width) {
    this.maxRows = maxRows;
    this.width = width;
  }

  /** Says that the rows have changed. */
  public void stale() {
    fresh = false;
  }

  /** Returns the rounded values, {@code [rows][width]}. */
  float[] values() {
    return rounded;
  }

  /** Rounds the rows of {@code x}, unless that has been done. */
  public void prepare(Activations x, Workers workers) {
    if (fresh) {
      return;
    }
    if (rounded.length == 0) {
      rounded = new float[maxRows * width];
    }
    float[] from = x.values();
    if (x.rows() == 1) {
      round(from, rounded, 0, width);
    } else {
      workers.split(x.rows(), 8, (worker, a, b) -> round(from, rounded, a * width, b * width));
    }
    fresh = true;
  }

  private static void round(float[] from, float[] to, int start, int end) {
    for (int i = start; i < end; i++) {
      to[i] = Float.float16ToFloat(Float.floatToFloat16(from[i]));
    }
  }
}
