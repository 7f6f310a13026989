// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.kernels.RowClass;
import bankml.model.Batch.Outputs;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How prompts are cut, and which shape class each row keeps. */
class BatchTest {
  @Test
  void partsAreTheSameRows() {
    Batch whole = Batch.prompt(new int[300], 7, Batch.Outputs.LAST, Profile.DEFAULT).getFirst();
    List<Batch> parts = whole.parts(128);
    assertThat(parts).extracting(Batch::size).containsExactly(128, 128, 37);
    assertThat(parts).extracting(Batch::firstPosition).containsExactly(7, 135, 263);
    assertThat(parts).extracting(Batch::outputs).containsExactly(0, 0, 1);
    assertThat(parts.get(1).rowClass(5)).isEqualTo(whole.rowClass(133));
    assertThat(parts.get(2).outputClass(0)).isEqualTo(whole.outputClass(0));
  }

  @Test
  void partsKeepTheOutputsOfTheirRows() {
    Batch whole = Batch.prompt(new int[10], 0, Batch.Outputs.ALL, Profile.DEFAULT).getFirst();
    List<Batch> parts = whole.parts(4);
    assertThat(parts).extracting(Batch::outputs).containsExactly(4, 4, 2);
    assertThat(parts.get(2).outputClass(1)).isEqualTo(whole.outputClass(9));
  }

  private static List<Batch> prompt(int length, int past, Outputs outputs) {
    return Batch.prompt(
        IntStream.range(100, 100 + length).toArray(), past, outputs, Profile.DEFAULT);
  }

  @Test
  void cutsAPromptAsTheReferenceDoes() {
    assertThat(prompt(1200, 0, Outputs.LAST))
        .extracting(Batch::size)
        .containsExactly(512, 512, 176);
    assertThat(prompt(512, 0, Outputs.LAST)).extracting(Batch::size).containsExactly(512);
    assertThat(prompt(513, 0, Outputs.LAST)).extracting(Batch::size).containsExactly(512, 1);
    assertThat(prompt(1200, 0, Outputs.LAST)).extracting(Batch::outputs).containsExactly(0, 0, 1);
    assertThat(prompt(513, 0, Outputs.ALL)).extracting(Batch::outputs).containsExactly(512, 1);
  }

  @Test
  void aRowKeepsItsClassWhereverThePromptIsTakenUp() {
    List<Batch> cold = prompt(1200, 0, Outputs.LAST);
    for (int past : new int[] {1, 511, 512, 513, 1000, 1199}) {
      for (Batch batch : prompt(1200, past, Outputs.LAST)) {
        for (int i = 0; i < batch.size(); i++) {
          int position = batch.firstPosition() + i;
          Batch whole = cold.get(position / 512);
          assertThat(batch.rowClass(i)).isEqualTo(whole.rowClass(position % 512));
          assertThat(batch.token(i)).isEqualTo(whole.token(position % 512));
        }
      }
    }
    assertThat(prompt(1200, 513, Outputs.LAST).getFirst().firstPosition()).isEqualTo(513);
  }

  @Test
  void selectedRowsAreAMicroBatchOfTheirOwn() {
    assertThat(prompt(700, 0, Outputs.LAST).getLast().outputClass(0)).isEqualTo(RowClass.one());
    assertThat(prompt(700, 0, Outputs.ALL).getLast().outputClass(3))
        .isEqualTo(new RowClass(188, 3));
  }

  @Test
  void aGeneratedTokenIsAlone() {
    Batch batch = Batch.next(7, 42);
    assertThat(batch.size()).isEqualTo(1);
    assertThat(batch.token(0)).isEqualTo(7);
    assertThat(batch.firstPosition()).isEqualTo(42);
    assertThat(batch.endPosition()).isEqualTo(43);
    assertThat(batch.rowClass(0)).isEqualTo(RowClass.one());
    assertThat(batch.outputs()).isEqualTo(1);
  }

  @Test
  void thereIsAlwaysATokenToCompute() {
    assertThatThrownBy(() -> prompt(3, 3, Outputs.LAST))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> prompt(0, 0, Outputs.LAST))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
