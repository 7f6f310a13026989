// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.gguf.GgmlType;
import bankml.gguf.Refusal;
import bankml.kernels.Matrix;
import bankml.kernels.Matrix.Repack;
import bankml.kernels.Provider;
import bankml.kernels.internal.ProductMatrix.Part;
import bankml.kernels.internal.ScalarProduct.Preparation;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Chooses the products of a matrix as the reference's AVX2 build does. */
public final class Matrices {
  /** Rows of a repacked group: {@code ggml_repack_get_optimal_repack_type} (repack.cpp). */
  private static final int REPACKED_ROWS = 8;

  private static final Preparation CODES = (x, workers) -> x.q8().prepare(x, workers);

  private Matrices() {}

  /** As {@link Matrix#of}. */
  public static Matrix of(
      GgmlType type, MemorySegment data, int rows, int cols, Repack repack, Provider provider) {
    if (rows < 1 || cols < 1 || cols % type.blockSize() != 0) {
      throw Refusal.refused("a matrix of %d x %d values in %s blocks".formatted(rows, cols, type));
    }
    if (data.byteSize() != rows * type.rowBytes(cols)) {
      throw Refusal.refused(
          "%d bytes for a matrix of %d x %d in %s, which takes %d"
              .formatted(data.byteSize(), rows, cols, type, rows * type.rowBytes(cols)));
    }
    return switch (type) {
      case F32 -> f32(new F32(data, cols), rows);
      case F16 -> f16(new F16(data, cols), rows);
      case Q8_0 -> q80(new Q80(data, cols), rows);
      case Q4_0 -> q40(new Q40(data, cols), rows, repack);
      case Q4_1 -> q41(new Q41(data, cols), rows);
      default -> throw Refusal.refused("no products for weights in " + type);
    };
  }

  private static Matrix f32(F32 format, int rows) {
    Preparation none = (x, workers) -> {};
    Product dots = new ScalarProduct(rows, none, format::dot);
    Product tiles = new ScalarProduct(rows, none, format::tiledDot);
    return floats(format, rows, format.cols(), dots, tiles);
  }

  private static Matrix f16(F16 format, int rows) {
    Preparation halves = (x, workers) -> x.half().prepare(x, workers);
    Product dots = new ScalarProduct(rows, halves, format::dot);
    Product tiles = new ScalarProduct(rows, halves, format::tiledDot);
    return floats(format, rows, format.cols(), dots, tiles);
  }

  /**
   * Many columns of floats go through llamafile's tinyBLAS where the shape allows it: {@code
   * llamafile_sgemm} and {@code tinyBLAS::matmul} (llamafile/sgemm.cpp).
   */
  private static Matrix floats(Format format, int rows, int cols, Product dots, Product tiles) {
    boolean tiled = rows % 4 == 0 && cols % 8 == 0;
    List<Part> parts =
        tiled
            ? List.of(new Part(ColumnSet.ALONE, dots), new Part(ColumnSet.TOGETHER, tiles))
            : List.of(new Part(ColumnSet.ALL, dots));
    return new ProductMatrix(rows, cols, format, parts);
  }

  private static Matrix q80(Q80 format, int rows) {
    return uniform(format, rows, format.cols(), new ScalarProduct(rows, CODES, format::dot));
  }

  private static Matrix q41(Q41 format, int rows) {
    return uniform(format, rows, format.cols(), new ScalarProduct(rows, CODES, format::dot));
  }

  private static Matrix q40(Q40 format, int rows, Repack repack) {
    if (repack == Repack.OFF || rows % REPACKED_ROWS != 0) {
      return uniform(format, rows, format.cols(), new ScalarProduct(rows, CODES, format::dot));
    }
    Product gemv = new ScalarProduct(rows, CODES, format::gemvDot);
    Product gemm = new ScalarProduct(rows, CODES, format::gemmDot);
    List<Part> parts =
        List.of(new Part(ColumnSet.UNGROUPED, gemv), new Part(ColumnSet.GROUPED, gemm));
    return new ProductMatrix(rows, format.cols(), format, parts);
  }

  private static Matrix uniform(Format format, int rows, int cols, Product product) {
    return new ProductMatrix(rows, cols, format, List.of(new Part(ColumnSet.ALL, product)));
  }
}
