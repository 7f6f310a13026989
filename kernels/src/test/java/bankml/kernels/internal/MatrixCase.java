// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.gguf.GgmlType;
import bankml.kernels.Activations;
import bankml.kernels.Matrix;
import bankml.kernels.Matrix.Repack;
import bankml.kernels.Provider;
import bankml.kernels.RowClass;
import bankml.kernels.Workers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A weight matrix and a micro-batch of activations, made from a seed.
 *
 * @param seed where all operands come from
 * @param columns rows of the micro-batch
 */
record MatrixCase(
    long seed,
    GgmlType type,
    Operands.Kind weightKind,
    Operands.Kind activationKind,
    int rows,
    int cols,
    int columns,
    Repack repack) {

  /** The weight types that have products. */
  static final List<GgmlType> TYPES =
      List.of(GgmlType.F32, GgmlType.F16, GgmlType.Q8_0, GgmlType.Q4_0, GgmlType.Q4_1);

  /**
   * Returns {@code count} cases of {@code type}: every pair of kinds of operands in turn, heights
   * that are and are not multiples of 4, 8 and 16, widths from one block (or value) on,
   * micro-batches from 1 row on.
   */
  static List<MatrixCase> of(GgmlType type, int count) {
    Operands.Kind[] kinds = Operands.Kind.values();
    List<MatrixCase> cases = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long seed = 31L * type.id() + i;
      SplittableRandom random = new SplittableRandom(seed);
      int height =
          switch (i % 3) {
            case 0 -> 8 * random.nextInt(1, 6);
            case 1 -> 4 * random.nextInt(1, 9);
            default -> random.nextInt(1, 20);
          };
      int width =
          type.blockSize() > 1
              ? type.blockSize() * random.nextInt(1, 8)
              : i % 2 == 0 ? 8 * random.nextInt(1, 24) : random.nextInt(1, 110);
      int columns = i % 4 == 0 ? 1 : random.nextInt(2, 15);
      cases.add(
          new MatrixCase(
              seed,
              type,
              kinds[i % kinds.length],
              kinds[i / kinds.length % kinds.length],
              height,
              width,
              columns,
              i % 5 < 3 ? Repack.ON : Repack.OFF));
    }
    return cases;
  }

  MemorySegment stored() {
    return Operands.weights(new SplittableRandom(seed), weightKind, type, rows * cols);
  }

  float[] activations() {
    return Operands.activations(new SplittableRandom(~seed), activationKind, columns * cols);
  }

  /** Multiplies the whole micro-batch in one call. */
  float[] product(Provider provider, Workers workers) {
    float[] y = new float[columns * rows];
    Activations x =
        new Activations(columns, cols).set(activations(), columns, RowClass.microBatch(columns));
    matrix(provider).multiply(x, y, workers);
    return y;
  }

  Matrix matrix(Provider provider) {
    return Matrix.of(type, stored(), rows, cols, repack, provider);
  }
}
