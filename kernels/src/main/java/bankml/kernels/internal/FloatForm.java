// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;

/** The forms in which activations meet weights that are floating point. */
enum FloatForm {
  /** As they are, for F32 weights. */
  PLAIN,
  /** Rounded to halves, for F16 weights. */
  HALF;

  /** Makes this form of {@code x}, unless it is there. */
  void prepare(Activations x, Workers workers) {
    if (this == HALF) {
      x.half().prepare(x, workers);
    }
  }

  /** Returns the prepared rows, {@code [rows][width]}. */
  float[] values(Activations x) {
    return switch (this) {
      case PLAIN -> x.values();
      case HALF -> x.half().values();
    };
  }
}
