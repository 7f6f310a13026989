// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.GgmlType;
import bankml.kernels.Activations;
import bankml.kernels.Matrix;
import bankml.kernels.Matrix.Repack;
import bankml.kernels.Provider;
import bankml.kernels.RowClass;
import bankml.kernels.Workers;
import bankml.testkit.GgmlLibrary;
import bankml.testkit.OracleLog;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dequantised rows, quantised activations and dot products against the reference's functions. */
@Tag("oracle")
@Tag("interpreted")
final class FormatOracleTest {
  private static final int ROWS = 1_200;

  private static final Optional<GgmlLibrary.Kernels> KERNELS = GgmlLibrary.available();

  static List<GgmlType> types() {
    return MatrixCase.TYPES;
  }

  @ParameterizedTest
  @MethodSource("types")
  void rowsDequantiseAsTheReferences(GgmlType type) {
    compare(
        "kernels.dequantize." + type,
        (reference, row) -> {
          MemorySegment stored =
              Operands.weights(row.random(), row.kind(), type, row.values(type.blockSize()));
          int n = row.values(type.blockSize());
          float[] expected = dequantized(reference, type, stored, n);
          for (Provider provider : Provider.available()) {
            float[] actual = new float[n + 3];
            Matrix.of(type, stored, 1, n, Repack.OFF, provider).dequantizeRow(0, actual, 3);
            assertEqual(expected, Arrays.copyOfRange(actual, 3, n + 3), row);
          }
        });
  }

  private static float[] dequantized(
      ReferenceProducts reference, GgmlType type, MemorySegment stored, int n) {
    return switch (type) {
      case F32 -> stored.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
      case F16 -> reference.toFloats("ggml_cpu_fp16_to_fp32", stored, n);
      case Q8_0 -> reference.toFloats("dequantize_row_q8_0", stored, n);
      case Q4_0 -> reference.toFloats("dequantize_row_q4_0", stored, n);
      case Q4_1 -> reference.toFloats("dequantize_row_q4_1", stored, n);
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  @Test
  void activationsRoundToHalvesAsTheReferences() {
    compare(
        "kernels.quantize.F16",
        (reference, row) -> {
          int n = row.values(1);
          float[] values = Operands.activations(row.random(), row.kind(), n);
          byte[] halves = reference.fromFloats("ggml_cpu_fp32_to_fp16", values, 2 * n);
          MemorySegment stored = MemorySegment.ofArray(halves);
          float[] expected = new float[n];
          new F16(stored, n).dequantizeRow(0, expected, 0);
          try (Workers workers = new Workers(1)) {
            Activations x = one(values);
            x.half().prepare(x, workers);
            assertEqual(expected, x.half().values(), row);
          }
        });
  }

  @Test
  void activationsQuantiseToBytesAsTheReferences() {
    compare(
        "kernels.quantize.Q8_0+Q8_1",
        (reference, row) -> {
          int n = row.values(Q8Rows.BLOCK);
          int blocks = n / Q8Rows.BLOCK;
          float[] values = Operands.activations(row.random(), row.kind(), n);
          byte[] q80 = reference.fromFloats("quantize_row_q8_0", values, 34 * blocks);
          byte[] q81 = reference.fromFloats("quantize_row_q8_1", values, 36 * blocks);
          try (Workers workers = new Workers(1)) {
            for (Provider provider : Provider.available()) {
              Activations x = one(values);
              x.q8().prepare(x, workers, provider);
              for (int b = 0; b < blocks; b++) {
                assertBlock(x.q8(), b, q80, q81, row);
              }
            }
          }
        });
  }

  private static void assertBlock(Q8Rows actual, int b, byte[] q80, byte[] q81, Row row) {
    for (int i = 0; i < Q8Rows.BLOCK; i++) {
      int at = b * Q8Rows.BLOCK + i;
      assertThat(actual.codes()[at])
          .as("%s, code %d", row, at)
          .isEqualTo(q80[34 * b + 2 + i])
          .isEqualTo(q81[36 * b + 4 + i]);
    }
    float[] expected = {half(q80, 34 * b), half(q81, 36 * b), half(q81, 36 * b + 2)};
    float[] scales = {actual.scales()[b], actual.scales()[b], actual.sums()[b]};
    assertEqual(expected, scales, row);
  }

  @ParameterizedTest
  @MethodSource("types")
  void dotProductsAreTheReferences(GgmlType type) {
    compare(
        "kernels.dot." + type,
        (reference, row) -> {
          int n = row.values(type.blockSize());
          MemorySegment stored = Operands.weights(row.random(), row.kind(), type, n);
          float[] values =
              Operands.activations(new SplittableRandom(~row.seed()), row.activationKind(), n);
          float[] expected = {dot(reference, type, stored, values)};
          try (Workers workers = new Workers(1)) {
            for (Provider provider : Provider.available()) {
              float[] actual = new float[1];
              Matrix.of(type, stored, 1, n, Repack.OFF, provider)
                  .multiply(one(values), actual, workers);
              assertEqual(expected, actual, row);
            }
          }
        });
  }

  private static float dot(
      ReferenceProducts reference, GgmlType type, MemorySegment stored, float[] values) {
    int n = values.length;
    return switch (type) {
      case F32 -> {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment plain = arena.allocateFrom(ValueLayout.JAVA_FLOAT, values);
          yield reference.dot("ggml_vec_dot_f32", stored, plain, n);
        }
      }
      case F16 ->
          reference.dot(
              "ggml_vec_dot_f16",
              stored,
              outside(reference.fromFloats("ggml_cpu_fp32_to_fp16", values, 2 * n)),
              n);
      case Q8_0, Q4_0 ->
          reference.dot(
              type == GgmlType.Q8_0 ? "ggml_vec_dot_q8_0_q8_0" : "ggml_vec_dot_q4_0_q8_0",
              stored,
              outside(reference.fromFloats("quantize_row_q8_0", values, n / 32 * 34)),
              n);
      case Q4_1 ->
          reference.dot(
              "ggml_vec_dot_q4_1_q8_1",
              stored,
              outside(reference.fromFloats("quantize_row_q8_1", values, n / 32 * 36)),
              n);
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  private record Row(long seed, Operands.Kind kind, Operands.Kind activationKind) {
    SplittableRandom random() {
      return new SplittableRandom(seed);
    }

    /** Returns a length of 1 to 5 blocks, or of 1 to 100 values. */
    int values(int blockSize) {
      int max = blockSize == 1 ? 100 : 5;
      return blockSize * (int) (1 + seed * 7 % max);
    }
  }

  private interface Comparison {
    void compare(ReferenceProducts reference, Row row);
  }

  private static void compare(String suite, Comparison comparison) {
    if (KERNELS.isEmpty()) {
      OracleLog.equal(suite, OracleLog.Authority.NONE, 0);
      return;
    }
    ReferenceProducts reference = new ReferenceProducts(KERNELS.get().library());
    Operands.Kind[] kinds = Operands.Kind.values();
    for (int i = 0; i < ROWS; i++) {
      Row row = new Row(i, kinds[i % kinds.length], kinds[i / kinds.length % kinds.length]);
      comparison.compare(reference, row);
    }
    OracleLog.equal(suite, KERNELS.get().authority(), ROWS);
  }

  private static Activations one(float[] values) {
    return new Activations(1, values.length).set(values, 1, RowClass.microBatch(1));
  }

  private static float half(byte[] bytes, int at) {
    return Bytes.half(MemorySegment.ofArray(bytes), at);
  }

  private static MemorySegment outside(byte[] bytes) {
    MemorySegment segment = Arena.ofAuto().allocate(bytes.length);
    segment.copyFrom(MemorySegment.ofArray(bytes));
    return segment;
  }

  private static void assertEqual(float[] expected, float[] actual, Row row) {
    int at = Operands.firstDifference(expected, actual);
    assertThat(at)
        .as(() -> "%s: %d is %s, not %s".formatted(row, at, actual[at], expected[at]))
        .isEqualTo(-1);
  }
}
