// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;

/**
 * The stored rows of a matrix in one weight type: where their parts lie, which values they stand
 * for, and their product with one activation row, in the order of the reference's {@code vec_dot}.
 */
interface Format {
  /** Writes the values of a stored row to {@code out} from {@code offset}. */
  void dequantizeRow(int row, float[] out, int offset);

  /** Returns stored row {@code row} times activation row {@code column} of {@code x}. */
  float dot(int row, Activations x, int column);
}
