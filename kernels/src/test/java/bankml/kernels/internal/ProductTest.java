// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.GgmlType;
import bankml.gguf.Refusal;
import bankml.kernels.Activations;
import bankml.kernels.Matrix;
import bankml.kernels.Matrix.Repack;
import bankml.kernels.Provider;
import bankml.kernels.RowClass;
import bankml.kernels.Workers;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of products without asking the reference. */
final class ProductTest {
  static List<GgmlType> types() {
    return MatrixCase.TYPES;
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyProviderGivesTheSameBits(GgmlType type) {
    try (Workers workers = new Workers(1)) {
      for (MatrixCase c : MatrixCase.of(type, 400)) {
        float[] expected = c.product(Provider.SCALAR, workers);
        for (Provider provider : Provider.available()) {
          assertSame(c, expected, c.product(provider, workers));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void bitsDependNeitherOnWorkersNorOnHowRowsAreGrouped(GgmlType type) {
    try (Workers alone = new Workers(1);
        Workers three = new Workers(3)) {
      for (MatrixCase c : MatrixCase.of(type, 60)) {
        float[] expected = c.product(Provider.fastest(), alone);
        assertSame(c, expected, c.product(Provider.fastest(), three));
        assertSame(c, expected, oneCallARow(c, alone));
      }
    }
  }

  private static float[] oneCallARow(MatrixCase c, Workers workers) {
    float[] all = c.activations();
    float[] y = new float[c.columns() * c.rows()];
    float[] row = new float[c.cols()];
    float[] part = new float[c.rows()];
    RowClass[] classes = RowClass.microBatch(c.columns());
    Matrix matrix = c.matrix(Provider.fastest());
    Activations x = new Activations(1, c.cols());
    for (int i = 0; i < c.columns(); i++) {
      System.arraycopy(all, i * c.cols(), row, 0, c.cols());
      matrix.multiply(x.set(row, 1, new RowClass[] {classes[i]}), part, workers);
      System.arraycopy(part, 0, y, i * c.rows(), c.rows());
    }
    return y;
  }

  @Test
  void oneSetOfActivationsServesSeveralMatrices() {
    try (Workers workers = new Workers(2)) {
      for (MatrixCase c : MatrixCase.of(GgmlType.Q8_0, 8)) {
        Activations x =
            new Activations(c.columns(), c.cols())
                .set(c.activations(), c.columns(), RowClass.microBatch(c.columns()));
        for (GgmlType type : MatrixCase.TYPES) {
          MatrixCase other =
              new MatrixCase(
                  c.seed(),
                  type,
                  c.weightKind(),
                  c.activationKind(),
                  c.rows(),
                  c.cols(),
                  c.columns(),
                  c.repack());
          float[] y = new float[c.columns() * c.rows()];
          other.matrix(Provider.fastest()).multiply(x, y, workers);
          assertSame(other, other.product(Provider.SCALAR, workers), y);
        }
      }
    }
  }

  @Test
  void whatCannotBeMultipliedIsRefused() {
    MemorySegment data = MemorySegment.ofArray(new byte[34]);
    assertThatThrownBy(() -> Matrix.of(GgmlType.Q8_0, data, 1, 33, Repack.ON, Provider.SCALAR))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("1 x 33");
    assertThatThrownBy(() -> Matrix.of(GgmlType.Q8_0, data, 2, 32, Repack.ON, Provider.SCALAR))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("34 bytes");
    assertThatThrownBy(() -> Matrix.of(GgmlType.I32, data, 1, 1, Repack.ON, Provider.SCALAR))
        .isInstanceOf(Refusal.class);
  }

  private static void assertSame(MatrixCase c, float[] expected, float[] actual) {
    int at = Operands.firstDifference(expected, actual);
    assertThat(at)
        .as(() -> "%s: element %d is %s, not %s".formatted(c, at, actual[at], expected[at]))
        .isEqualTo(-1);
  }
}
