// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Vector and scalar attention agree; rows and workers do not touch one another's bits. */
class AttentionKernelTest {
  private static final AttentionShape SHAPE = AttentionShape.of(3, 1, 64);

  @Test
  void choosesAsTheReferenceDoes() {
    assertThat(AttentionKernel.choose(RowClass.one(), 256)).isEqualTo(AttentionKernel.REFERENCE);
    assertThat(AttentionKernel.choose(RowClass.one(), 512)).isEqualTo(AttentionKernel.SPLIT_KV);
    assertThat(AttentionKernel.choose(new RowClass(2, 1), 512))
        .isEqualTo(AttentionKernel.REFERENCE);
    assertThat(AttentionKernel.choose(new RowClass(63, 0), 1024))
        .isEqualTo(AttentionKernel.REFERENCE);
    assertThat(AttentionKernel.choose(new RowClass(64, 63), 256)).isEqualTo(AttentionKernel.TILED);
  }

  @Test
  void padsCellsToMultiplesOf256() {
    assertThat(AttentionKernel.paddedCells(0)).isEqualTo(256);
    assertThat(AttentionKernel.paddedCells(255)).isEqualTo(256);
    assertThat(AttentionKernel.paddedCells(256)).isEqualTo(512);
  }

  @Test
  @Tag("interpreted")
  void vectorsGiveTheScalarBits() {
    AttentionShape small = AttentionShape.of(2, 1, 32);
    int[][] sizes = {{1, 0}, {1, 70}, {1, 520}, {5, 60}, {66, 0}};
    try (Workers workers = new Workers(2)) {
      for (int[] size : sizes) {
        for (AttentionCase.Inputs inputs : AttentionCase.Inputs.values()) {
          AttentionCase c = new AttentionCase(small, size[0], size[1], inputs);
          assertThat(c.attend(Provider.VECTOR, 3, workers))
              .as(c.name)
              .isEqualTo(c.attend(Provider.SCALAR, 3, workers));
        }
      }
    }
  }

  @Test
  void rowsOfOneClassMayBeComputedAloneOrTogether() {
    AttentionCase c = new AttentionCase(SHAPE, 70, 30, AttentionCase.Inputs.USUAL);
    RowClass[] classes = RowClass.microBatch(c.rows);
    int width = SHAPE.queryWidth();
    try (Workers workers = new Workers(1)) {
      Attention attention = new Attention(SHAPE, 2, Provider.VECTOR, workers);
      float[] together = c.attend(Provider.VECTOR, 2, workers);
      for (int row : new int[] {0, 33, 69}) {
        float[] q = Arrays.copyOfRange(c.q, row * width, (row + 1) * width);
        float[] alone = new float[width];
        int[] position = {c.positions[row]};
        attention.attend(q, new RowClass[] {classes[row]}, position, 1, c.cells, alone);
        assertThat(alone)
            .as("row %d of %s", row, c.name)
            .isEqualTo(Arrays.copyOfRange(together, row * width, (row + 1) * width));
      }
    }
  }

  @Test
  void rowsOfSeveralClassesShareACall() {
    AttentionCase c = new AttentionCase(SHAPE, 6, 300, AttentionCase.Inputs.USUAL);
    RowClass tiled = new RowClass(64, 7);
    RowClass few = new RowClass(6, 2);
    RowClass[] classes = {tiled, few, RowClass.one(), tiled, tiled, few};
    int width = SHAPE.queryWidth();
    try (Workers workers = new Workers(2)) {
      Attention attention = new Attention(SHAPE, 2, Provider.VECTOR, workers);
      float[] together = new float[c.q.length];
      attention.attend(c.q, classes, c.positions, c.rows, c.cells, together);
      for (int row = 0; row < c.rows; row++) {
        float[] q = Arrays.copyOfRange(c.q, row * width, (row + 1) * width);
        float[] alone = new float[width];
        RowClass[] only = {classes[row]};
        attention.attend(q, only, new int[] {c.positions[row]}, 1, c.cells, alone);
        assertThat(Arrays.copyOfRange(together, row * width, (row + 1) * width))
            .as("row %d of %s", row, c.name)
            .isEqualTo(alone);
      }
    }
  }

  @Test
  void workersDoNotChangeBits() {
    AttentionCase c = new AttentionCase(SHAPE, 66, 5, AttentionCase.Inputs.SHARP);
    try (Workers one = new Workers(1);
        Workers three = new Workers(3)) {
      assertThat(c.attend(Provider.VECTOR, 2, three))
          .as(c.name)
          .isEqualTo(c.attend(Provider.VECTOR, 2, one));
    }
  }
}
