// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.testkit.GgmlLibrary;
import bankml.testkit.OracleLog;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Norm, RoPE and SwiGLU against the reference's own operations. */
@Tag("oracle")
class RowOperationsOracleTest {
  private static final int ROWS = 1_000;

  private static Optional<GgmlLibrary.Kernels> authority(String suite) {
    Optional<GgmlLibrary.Kernels> kernels = GgmlLibrary.available();
    if (kernels.isEmpty()) {
      OracleLog.equal(suite, OracleLog.Authority.NONE, 0);
    }
    return kernels;
  }

  @Test
  void normalisedRowsEqualTheReferences() {
    authority("rms_norm")
        .ifPresent(kernels -> {
          for (int width : new int[] {576, 64, 37}) {
            float[] x = rows(width, ROWS * width);
            float[] weight = rows(width + 1, width);
            try (Workers workers = new Workers(2);
                GgmlGraph graph = new GgmlGraph(kernels.library(), 16L * x.length)) {
              float[] y = new float[x.length];
              new RmsNorm(weight, 1e-5f).apply(x, ROWS, y, workers);
              MemorySegment normed = graph.op("ggml_rms_norm", graph.tensor(x, width, ROWS), 1e-5f);
              MemorySegment result = graph.op("ggml_mul", normed, graph.tensor(weight, width));
              assertThat(y)
                  .as("width %d, seed %d", width, width)
                  .isEqualTo(graph.compute(result, x.length, 2));
            }
          }
          OracleLog.equal("rms_norm", kernels.authority(), 3L * ROWS);
        });
  }

  @Test
  void gatedRowsEqualTheReferences() {
    authority("swiglu")
        .ifPresent(kernels -> {
          for (int width : new int[] {1536, 64, 37}) {
            float[] gate = rows(width, ROWS * width);
            float[] up = rows(width + 1, ROWS * width);
            try (Workers workers = new Workers(2);
                GgmlGraph graph = new GgmlGraph(kernels.library(), 16L * gate.length)) {
              MemorySegment result =
                  graph.op(
                      "ggml_swiglu_split",
                      graph.tensor(gate, width, ROWS),
                      graph.tensor(up, width, ROWS));
              float[] expected = graph.compute(result, gate.length, 2);
              for (Provider provider : Provider.available()) {
                float[] y = new float[gate.length];
                new SwiGlu(provider).apply(gate, up, ROWS, width, y, workers);
                assertThat(y)
                    .as("%s, width %d, seed %d", provider, width, width)
                    .isEqualTo(expected);
              }
            }
          }
          OracleLog.equal("swiglu", kernels.authority(), 3L * ROWS);
        });
  }

  @Test
  void turnedRowsEqualTheReferences() {
    authority("rope")
        .ifPresent(kernels -> {
          for (Rope.Pairing pairing : Rope.Pairing.values()) {
            for (float base : new float[] {10_000f, 100_000f, 1_000_000f}) {
              compareRope(pairing, base, new float[0], kernels.library());
            }
            compareRope(pairing, 500_000f, rows(5, 32), kernels.library());
          }
          OracleLog.equal("rope", kernels.authority(), 8L * ROWS);
        });
  }

  private static void compareRope(
      Rope.Pairing pairing, float base, float[] factors, GgmlLibrary library) {
    int heads = 3;
    int dim = 64;
    float[] x = rows(9, ROWS * heads * dim);
    int[] positions = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      positions[i] = i * 61;
    }
    try (Workers workers = new Workers(2);
        GgmlGraph graph = new GgmlGraph(library, 16L * x.length)) {
      MemorySegment result =
          graph.op(
              "ggml_rope_ext",
              graph.tensor(x, dim, heads, ROWS),
              graph.tensor(positions),
              factors.length == 0 ? MemorySegment.NULL : graph.tensor(factors, factors.length),
              dim,
              pairing == Rope.Pairing.NORM ? 0 : 2,
              8192,
              base,
              1f,
              0f,
              1f,
              32f,
              1f);
      float[] expected = graph.compute(result, x.length, 2);
      Rope rope = new Rope(pairing, dim, base, 1f, factors);
      float[] angles = new float[ROWS * rope.angleFloats()];
      rope.angles(positions, ROWS, angles);
      rope.rotate(x, ROWS, heads, dim, angles, workers);
      assertThat(x).as("%s, base %f, seed 9", pairing, base).isEqualTo(expected);
    }
  }

  /** Numbers of all magnitudes that occur, a few of them extreme. */
  private static float[] rows(long seed, int n) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      float usual = (float) random.nextGaussian() * 4f;
      x[i] =
          switch (random.nextInt(64)) {
            case 0 -> usual * 40f;
            case 1 -> usual * 1e-20f;
            case 2 -> 0f;
            default -> usual;
          };
    }
    return x;
  }
}
