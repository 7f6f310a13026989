// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.MetadataValue.Array;
import bankml.gguf.MetadataValue.Real;
import bankml.gguf.MetadataValue.Whole;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the writer writes, the reader reads. */
final class GgufWriterTest {
  @TempDir Path folder;

  private static MemorySegment filled(int bytes, int seed) {
    byte[] data = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      data[i] = (byte) (i * 31 + seed);
    }
    return MemorySegment.ofArray(data);
  }

  @Test
  void roundTrip() {
    Path path = folder.resolve("ü.gguf");
    MemorySegment a = filled(34 * 3, 1);
    MemorySegment b = filled(4 * 5, 2);
    new GgufWriter()
        .put("text", "naïve 🦙")
        .put("u32", 0xffff_ffff)
        .put("f32", Float.MIN_VALUE)
        .put("bool", true)
        .put("strings", List.of("", "a", "äöü"))
        .put("ints", new int[] {-1, 0, Integer.MAX_VALUE})
        .put("floats", new float[] {-0f, 1.5f})
        .put("u64", new Whole(ValueType.U64, -2))
        .put("i8", new Whole(ValueType.I8, -3))
        .put("f64", new Real(ValueType.F64, Math.PI))
        .tensor("a", List.of(32L, 3L), GgmlType.Q8_0, a)
        .tensor("b", List.of(5L), GgmlType.F32, b)
        .write(path);
    try (ModelFile file = ModelFile.open(path)) {
      Metadata metadata = file.header().metadata();
      assertThat(metadata.keys())
          .containsExactly(
              "text", "u32", "f32", "bool", "strings", "ints", "floats", "u64", "i8", "f64");
      assertThat(metadata.requireString("text")).isEqualTo("naïve 🦙");
      assertThat(metadata.find("u32")).contains(new Whole(ValueType.U32, 0xffff_ffffL));
      assertThat(metadata.requireFloat("f32")).isEqualTo(Float.MIN_VALUE);
      assertThat(metadata.requireBool("bool")).isTrue();
      assertThat(metadata.requireStrings("strings")).containsExactly("", "a", "äöü");
      assertThat(metadata.requireInts("ints")).containsExactly(-1, 0, Integer.MAX_VALUE);
      assertThat(metadata.requireFloats("floats")).containsExactly(-0f, 1.5f);
      assertThat(metadata.find("u64")).contains(new Whole(ValueType.U64, -2));
      assertThat(metadata.find("i8")).contains(new Whole(ValueType.I8, -3));
      assertThat(metadata.find("f64")).contains(new Real(ValueType.F64, Math.PI));
      assertThat(file.tensor("a").mismatch(a)).isEqualTo(-1);
      assertThat(file.tensor("b").mismatch(b)).isEqualTo(-1);
      assertThat(file.header().find("b").orElseThrow())
          .isEqualTo(new TensorInfo("b", List.of(5L), GgmlType.F32, 128));
    }
  }

  @Test
  void otherAlignments() {
    for (int alignment : new int[] {1, 8, 4096}) {
      Path path = folder.resolve("a" + alignment);
      new GgufWriter()
          .put("general.alignment", alignment)
          .tensor("a", List.of(3L), GgmlType.I8, filled(3, 1))
          .tensor("b", List.of(3L), GgmlType.I8, filled(3, 2))
          .write(path);
      try (ModelFile file = ModelFile.open(path)) {
        assertThat(file.header().dataOffset() % alignment).isZero();
        assertThat(file.tensor("b").mismatch(filled(3, 2))).isEqualTo(-1);
      }
    }
  }

  @Test
  void aTensorOfTheWrongSizeIsAnError() {
    GgufWriter writer = new GgufWriter();
    assertThatThrownBy(() -> writer.tensor("t", List.of(32L), GgmlType.Q8_0, filled(33, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("t has 33 bytes, but [32] takes 34");
  }

  @Test
  void anArrayIsWrittenAsItWasRead() {
    GgufWriter first = new GgufWriter().put("a", List.of("x", "yz"));
    byte[] bytes = first.header();
    Verdict.Play play = (Verdict.Play) Guard.judge(MemorySegment.ofArray(bytes), bytes.length, "m");
    Array array = (Array) play.header().metadata().find("a").orElseThrow();
    assertThat(new GgufWriter().put("a", array).header()).isEqualTo(bytes);
    assertThat(array.elements().toArray(ValueLayout.JAVA_BYTE)).hasSize(8 + 1 + 8 + 2);
  }

  @Test
  void nothingIsLeftWhereItCannotWrite() throws IOException {
    Path taken = folder.resolve("taken");
    Files.createDirectories(taken.resolve("full"));
    GgufWriter writer = new GgufWriter().tensor("a", List.of(3L), GgmlType.I8, filled(3, 1));
    assertThatThrownBy(() -> writer.write(taken))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.kind()).isEqualTo(Refusal.Kind.IO));
    assertThatThrownBy(() -> writer.write(folder.resolve("none/m.gguf")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("cannot write");
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(taken);
    }
  }
}
