// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.GgmlType;
import bankml.kernels.Matrix.Repack;
import bankml.kernels.Provider;
import bankml.kernels.Workers;
import bankml.testkit.GgmlLibrary;
import bankml.testkit.OracleLog;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole matrix products against the reference's {@code ggml_mul_mat}, which chooses its kernels
 * itself: one column and many, tiled and not, repacked and not.
 */
@Tag("oracle")
@Tag("interpreted")
final class ProductOracleTest {
  private static final int CASES = 75;

  private static final Optional<GgmlLibrary.Kernels> KERNELS = GgmlLibrary.available();

  static List<GgmlType> types() {
    return MatrixCase.TYPES;
  }

  @ParameterizedTest
  @MethodSource("types")
  void productsAreTheReferences(GgmlType type) {
    String suite = "kernels.product." + type;
    if (KERNELS.isEmpty()) {
      OracleLog.equal(suite, OracleLog.Authority.NONE, 0);
      return;
    }
    ReferenceProducts reference = new ReferenceProducts(KERNELS.get().library());
    long rows = 0;
    try (Workers workers = new Workers(2)) {
      for (MatrixCase c : MatrixCase.of(type, CASES)) {
        float[] expected = reference.mulMat(weights(c), c.activations(), c.columns());
        for (Provider provider : Provider.available()) {
          float[] actual = c.product(provider, workers);
          int at = Operands.firstDifference(expected, actual);
          assertThat(at)
              .as(() ->
                  "%s %s: element %d is %s, not %s"
                      .formatted(c, provider, at, actual[at], expected[at]))
              .isEqualTo(-1);
        }
        rows += expected.length;
      }
    }
    assertThat(rows).isGreaterThan(1_000);
    OracleLog.equal(suite, KERNELS.get().authority(), rows);
  }

  /** The reference's repacking buffers take only what it can repack. */
  private static ReferenceProducts.Weights weights(MatrixCase c) {
    boolean repacked = c.type() == GgmlType.Q4_0 && c.rows() % 8 == 0;
    return new ReferenceProducts.Weights(
        c.type(), c.stored(), c.rows(), c.cols(), repacked ? c.repack() : Repack.OFF);
  }
}
