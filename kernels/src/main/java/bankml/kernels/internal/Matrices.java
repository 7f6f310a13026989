// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.gguf.GgmlType;
import bankml.gguf.Refusal;
import bankml.kernels.Matrix;
import bankml.kernels.Matrix.Repack;
import bankml.kernels.Provider;
import bankml.kernels.internal.ProductMatrix.Part;
import bankml.kernels.internal.ScalarProduct.Dot;
import bankml.kernels.internal.ScalarProduct.Preparation;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Chooses the products of a matrix as the reference's AVX2 build does. */
public final class Matrices {
  private static final Preparation CODES =
      (x, workers) -> x.q8().prepare(x, workers, Provider.SCALAR);

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
      case F32 -> {
        F32 format = new F32(data, cols);
        Floats floats = new Floats(format, FloatForm.PLAIN, rows, cols);
        yield floats(floats, format::dot, format::tiledDot, provider);
      }
      case F16 -> {
        F16 format = new F16(data, cols);
        Floats floats = new Floats(format, FloatForm.HALF, rows, cols);
        yield floats(floats, format::dot, format::tiledDot, provider);
      }
      case Q8_0 -> q80(new Q80(data, cols), rows, provider);
      case Q4_0 -> q40(new Q40(data, cols), rows, repack, provider);
      case Q4_1 -> q41(new Q41(data, cols), rows, provider);
      default -> throw Refusal.refused("no products for weights in " + type);
    };
  }

  private record Floats(FloatFormat format, FloatForm form, int rows, int cols) {}

  /**
   * Many columns of floats go through llamafile's tinyBLAS where the shape allows it: {@code
   * llamafile_sgemm} and {@code tinyBLAS::matmul} (llamafile/sgemm.cpp).
   */
  private static Matrix floats(Floats w, Dot dot, Dot tiledDot, Provider provider) {
    boolean vector = provider != Provider.SCALAR;
    boolean whole = w.cols() % VectorDots.STEP == 0;
    Product dots;
    if (whole && provider == Provider.MACHINE && w.format() instanceof F16 halves) {
      dots = MachineDots.of(halves, w.rows());
    } else if (whole && vector) {
      dots = new VectorDots(w.rows(), w.cols(), w.format(), w.form());
    } else {
      dots = new ScalarProduct(w.rows(), w.form()::prepare, dot);
    }
    if (w.rows() % 4 != 0 || w.cols() % Lanes.COUNT != 0) {
      return uniform(w.format(), w.rows(), w.cols(), dots);
    }
    Product tiles =
        vector
            ? new VectorTiles(w.rows(), w.cols(), w.format(), w.form())
            : new ScalarProduct(w.rows(), w.form()::prepare, tiledDot);
    List<Part> parts =
        List.of(new Part(ColumnSet.ALONE, dots), new Part(ColumnSet.TOGETHER, tiles));
    return new ProductMatrix(w.rows(), w.cols(), w.format(), parts);
  }

  private static Matrix q80(Q80 format, int rows, Provider provider) {
    ScalarProduct specification = new ScalarProduct(rows, CODES, format::dot);
    Product product =
        switch (provider) {
          case SCALAR -> specification;
          case VECTOR -> vectors(format, rows, specification);
          case MACHINE ->
              MachineDots.code().hasTiles()
                  ? MachineTiles.of(format, rows)
                  : new ByCount(MachineDots.of(format, rows), vectors(format, rows, specification));
        };
    return uniform(format, rows, format.cols(), product);
  }

  private static Product vectors(Q80 format, int rows, ScalarProduct specification) {
    VectorQ80 vectors = VectorQ80.of(format, rows);
    return codes(specification, vectors, new CodeTiles(rows, format.cols(), vectors));
  }

  private static Matrix q41(Q41 format, int rows, Provider provider) {
    ScalarProduct specification = new ScalarProduct(rows, CODES, format::dot);
    Product product =
        switch (provider) {
          case SCALAR -> specification;
          case VECTOR -> vectors(format, rows, specification);
          case MACHINE ->
              new ByCount(MachineDots.of(format, rows), vectors(format, rows, specification));
        };
    return uniform(format, rows, format.cols(), product);
  }

  private static Product vectors(Q41 format, int rows, ScalarProduct specification) {
    VectorQ41 vectors = new VectorQ41(NibblePairs.of(format, rows), rows, format.cols());
    return codes(specification, vectors, new CodeTiles(rows, format.cols(), vectors));
  }

  private static Matrix q40(Q40 format, int rows, Repack repack, Provider provider) {
    int cols = format.cols();
    if (repack == Repack.ON && rows % NibbleGroups.ROWS == 0) {
      return new ProductMatrix(rows, cols, format, repacked(format, rows, provider));
    }
    ScalarProduct specification = new ScalarProduct(rows, CODES, format::dot);
    Product product =
        switch (provider) {
          case SCALAR -> specification;
          case VECTOR, MACHINE -> {
            CodeTiles tiles = new CodeTiles(rows, cols, new VectorQ40(format));
            yield new CodeProduct(specification, tiles);
          }
        };
    return uniform(format, rows, cols, product);
  }

  /**
   * Rows by eights are repacked: {@code ggml_repack_get_optimal_repack_type} (repack.cpp). Columns
   * in groups of four take the gemm, the others the gemv.
   */
  private static List<Part> repacked(Q40 format, int rows, Provider provider) {
    ScalarProduct gemv = new ScalarProduct(rows, CODES, format::gemvDot);
    ScalarProduct gemm = new ScalarProduct(rows, CODES, format::gemmDot);
    return switch (provider) {
      case SCALAR ->
          List.of(new Part(ColumnSet.UNGROUPED, gemv), new Part(ColumnSet.GROUPED, gemm));
      case MACHINE -> {
        if (!MachineDots.code().hasTiles()) {
          yield repacked(format, rows, Provider.VECTOR);
        }
        MachineGroups kernel = MachineGroups.of(format, rows);
        yield List.of(
            new Part(ColumnSet.UNGROUPED, new CodeProduct(gemv, kernel)),
            new Part(ColumnSet.GROUPED, new CodeProduct(gemm, kernel)));
      }
      case VECTOR -> {
        NibbleGroups groups = NibbleGroups.of(format, rows);
        VectorGroups few = new VectorGroups(groups, rows);
        GroupTiles many = new GroupTiles(groups, rows);
        yield List.of(
            new Part(ColumnSet.UNGROUPED, codes(gemv, few, many)),
            new Part(ColumnSet.GROUPED, codes(gemm, few, many)));
      }
    };
  }

  private static Product codes(
      ScalarProduct specification, CodeProduct.Kernel few, CodeProduct.Kernel many) {
    return new ByCount(new CodeProduct(specification, few), new CodeProduct(specification, many));
  }

  private static Matrix uniform(Format format, int rows, int cols, Product product) {
    return new ProductMatrix(rows, cols, format, List.of(new Part(ColumnSet.ALL, product)));
  }
}
