// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/** Stored rows of floating-point values without blocks: one run of values, row after row. */
interface FloatFormat extends Format {
  /** Returns values a row. */
  int cols();

  /** Widens {@code count} values, from value {@code first} of the matrix on. */
  void widen(long first, int count, float[] out, int offset);

  @Override
  default void dequantizeRow(int row, float[] out, int offset) {
    widen((long) row * cols(), cols(), out, offset);
  }
}
