// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.testkit.GgmlLibrary;
import bankml.testkit.OracleLog;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All three attention kernels, scalar and vector, against the reference's own operation. */
@Tag("oracle")
class AttentionOracleTest {
  private static final short HALF_NEGATIVE_INFINITY = (short) 0xfc00;

  private static final AttentionShape[] SHAPES = {
    AttentionShape.of(9, 3, 64), AttentionShape.of(2, 2, 32), AttentionShape.of(4, 1, 128)
  };

  /** Rows of the micro-batch, cells before it. */
  private static final int[][] SIZES = {
    {1, 0}, {1, 255}, {1, 511}, {1, 700}, {5, 0}, {63, 300}, {64, 0}, {65, 10}, {130, 400}
  };

  @Test
  void everyOutputEqualsTheReferences() {
    Optional<GgmlLibrary.Kernels> kernels = GgmlLibrary.available();
    if (kernels.isEmpty()) {
      OracleLog.equal("attention", OracleLog.Authority.NONE, 0);
      return;
    }
    long cases = 0;
    try (Workers workers = new Workers(2)) {
      for (AttentionShape shape : SHAPES) {
        for (int[] size : SIZES) {
          for (AttentionCase.Inputs inputs : AttentionCase.Inputs.values()) {
            AttentionCase c = new AttentionCase(shape, size[0], size[1], inputs);
            compare(c, kernels.get().library(), workers);
            cases += (long) c.rows * shape.heads();
          }
        }
      }
    }
    assertThat(cases).isGreaterThan(1_000);
    OracleLog.equal("attention", kernels.get().authority(), cases);
  }

  private static void compare(AttentionCase c, GgmlLibrary library, Workers workers) {
    for (int threads = 1; threads <= (c.rows == 1 ? 4 : 1); threads++) {
      float[] expected = reference(c, library, threads);
      for (Provider provider : Provider.available()) {
        assertThat(c.attend(provider, threads, workers))
            .as("%s, %s, %d reference threads", c.name, provider, threads)
            .isEqualTo(expected);
      }
    }
  }

  /** The reference's outputs, [rows][heads][headDim], as its graph asks for them. */
  private static float[] reference(AttentionCase c, GgmlLibrary library, int threads) {
    AttentionShape shape = c.shape;
    short[] keys = halves(c.keys, c.padded * shape.kvWidth());
    short[] values = halves(c.values, keys.length);
    long bytes = 16L * c.q.length + 4L * keys.length + 2L * c.rows * c.padded;
    try (GgmlGraph graph = new GgmlGraph(library, bytes + (8 << 20))) {
      long dim = shape.headDim();
      MemorySegment q = graph.tensor(c.q, dim, shape.heads(), c.rows);
      MemorySegment k = graph.tensor(keys, dim, shape.kvHeads(), c.padded);
      MemorySegment v = graph.tensor(values, dim, shape.kvHeads(), c.padded);
      MemorySegment mask = graph.tensor(mask(c), c.padded, c.rows);
      MemorySegment result =
          graph.op(
              "ggml_flash_attn_ext",
              byHeads(graph, q),
              byHeads(graph, k),
              byHeads(graph, v),
              mask,
              shape.scale(),
              0f,
              0f);
      return graph.compute(result, c.q.length, threads);
    }
  }

  private static MemorySegment byHeads(GgmlGraph graph, MemorySegment tensor) {
    return graph.op("ggml_permute", tensor, 0, 2, 1, 3);
  }

  private static short[] halves(float[] from, int length) {
    short[] to = new short[length];
    for (int i = 0; i < from.length; i++) {
      to[i] = Float.floatToFloat16(from[i]);
    }
    return to;
  }

  private static short[] mask(AttentionCase c) {
    short[] mask = new short[c.rows * c.padded];
    Arrays.fill(mask, HALF_NEGATIVE_INFINITY);
    for (int row = 0; row < c.rows; row++) {
      Arrays.fill(mask, row * c.padded, row * c.padded + c.positions[row] + 1, (short) 0);
    }
    return mask;
  }
}
