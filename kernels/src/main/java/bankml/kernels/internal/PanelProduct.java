// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * C += A × B in floats, each element one chain of FMAs over the depth, sixteen columns and four
 * rows at once ({@code simd_gemm} of {@code ggml-cpu/simd-gemm.h}; how many rows and columns share
 * a step changes no bits).
 *
 * @param depth columns of A, rows of B
 * @param aStride from a row of A to the next
 * @param bStride from a row of B to the next
 * @param bHalf from the first eight columns of B to the second
 * @param cStride from a row of C to the next; its sixteen columns are neighbours
 */
record PanelProduct(int depth, int aStride, int bStride, int bHalf, int cStride) {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;
  private static final int LANES = 8;

  /** Columns of one call. */
  static final int COLUMNS = 2 * LANES;

  private static final int ROWS = 4;

  /** Multiplies {@code rows} rows of A into sixteen columns of C. */
  void add(float[] a, int aOffset, float[] b, int bOffset, float[] c, int cOffset, int rows) {
    int row = 0;
    for (; row + ROWS <= rows; row += ROWS) {
      addFour(a, aOffset + row * aStride, b, bOffset, c, cOffset + row * cStride);
    }
    for (; row < rows; row++) {
      addOne(a, aOffset + row * aStride, b, bOffset, c, cOffset + row * cStride);
    }
  }

  private void addFour(float[] a, int a0, float[] b, int bOffset, float[] c, int c0) {
    int c1 = c0 + cStride;
    int c2 = c1 + cStride;
    int c3 = c2 + cStride;
    FloatVector x00 = load(c, c0);
    FloatVector x01 = load(c, c0 + LANES);
    FloatVector x10 = load(c, c1);
    FloatVector x11 = load(c, c1 + LANES);
    FloatVector x20 = load(c, c2);
    FloatVector x21 = load(c, c2 + LANES);
    FloatVector x30 = load(c, c3);
    FloatVector x31 = load(c, c3 + LANES);
    for (int k = 0; k < depth; k++) {
      int i = bOffset + k * bStride;
      FloatVector b0 = load(b, i);
      FloatVector b1 = load(b, i + bHalf);
      FloatVector factor = splat(a, a0 + k);
      x00 = b0.fma(factor, x00);
      x01 = b1.fma(factor, x01);
      factor = splat(a, a0 + aStride + k);
      x10 = b0.fma(factor, x10);
      x11 = b1.fma(factor, x11);
      factor = splat(a, a0 + 2 * aStride + k);
      x20 = b0.fma(factor, x20);
      x21 = b1.fma(factor, x21);
      factor = splat(a, a0 + 3 * aStride + k);
      x30 = b0.fma(factor, x30);
      x31 = b1.fma(factor, x31);
    }
    x00.intoArray(c, c0);
    x01.intoArray(c, c0 + LANES);
    x10.intoArray(c, c1);
    x11.intoArray(c, c1 + LANES);
    x20.intoArray(c, c2);
    x21.intoArray(c, c2 + LANES);
    x30.intoArray(c, c3);
    x31.intoArray(c, c3 + LANES);
  }

  private void addOne(float[] a, int aOffset, float[] b, int bOffset, float[] c, int cOffset) {
    FloatVector x0 = load(c, cOffset);
    FloatVector x1 = load(c, cOffset + LANES);
    for (int k = 0; k < depth; k++) {
      int i = bOffset + k * bStride;
      FloatVector factor = splat(a, aOffset + k);
      x0 = load(b, i).fma(factor, x0);
      x1 = load(b, i + bHalf).fma(factor, x1);
    }
    x0.intoArray(c, cOffset);
    x1.intoArray(c, cOffset + LANES);
  }

  private static FloatVector load(float[] from, int offset) {
    return FloatVector.fromArray(SPECIES, from, offset);
  }

  private static FloatVector splat(float[] from, int index) {
    return FloatVector.broadcast(SPECIES, from[index]);
  }
}
