// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each refusal of the tensor directory, with its words. */
final class GuardTensorTest {
  private static final int F32 = GgmlType.F32.id();
  private static final int Q2_0 = GgmlType.Q2_0.id();

  private static void refused(RawGguf file, String... reasons) {
    assertThat(file.judge()).isEqualTo(new Verdict.Refuse(List.of(reasons)));
  }

  @Test
  void zeroAndNegativeDimensions() {
    refused(
        new RawGguf().tensor("t", F32, 0, 0),
        "tensor 't': dims[0] is 0; 1 to 2^63 - 1 is accepted");
    refused(
        new RawGguf().tensor("t", F32, 0, 32, 0, -1),
        "tensor 't': dims[1] is 0; 1 to 2^63 - 1 is accepted",
        "tensor 't': dims[2] is 18446744073709551615; 1 to 2^63 - 1 is accepted");
  }

  @Test
  void numberOfDimensions() {
    refused(
        new RawGguf().tensor("twelve bytes", F32, 0),
        "tensor 'twelve bytes' at byte 44 has 0 dimensions; 1 to 4 are accepted");
    refused(
        new RawGguf().tensor("t", F32, 0, 1, 1, 1, 1, 1),
        "tensor 't': the number of dimensions at byte 33 is 5; 1 to 4 are accepted");
  }

  @Test
  void duplicateNames() {
    refused(
        RawGguf.playable().tensor("t", F32, 128, 32).data(256),
        "tensor 't' at byte 102 is there twice; once is accepted");
  }

  @Test
  void longNames() {
    assertThat(new RawGguf().tensor("n".repeat(63), F32, 0, 1).data(4).judge())
        .isInstanceOf(Verdict.Play.class);
    refused(
        new RawGguf().tensor("n".repeat(64), F32, 0, 1).data(4),
        "the name of tensor 0 at byte 24 has 64 bytes; up to 63 are accepted");
    refused(
        new RawGguf().tensor("é".repeat(32), F32, 0, 1).data(4),
        "the name of tensor 0 at byte 24 has 64 bytes; up to 63 are accepted");
  }

  @Test
  void namesThatAreNoText() {
    refused(
        new RawGguf().tensor(new byte[] {(byte) 0xc3}, F32, 0, 1).data(4),
        "the name of tensor 0 at byte 24 is not UTF-8 without NUL, as is accepted");
  }

  @Test
  void rowsThatBreakABlock() {
    refused(
        new RawGguf().tensor("t", GgmlType.Q4_K.id(), 0, 255, 2),
        "tensor 't': dims[0] is 255; a multiple of Q4_K's block of 256 is accepted");
    refused(
        new RawGguf().tensor("t", GgmlType.Q8_0.id(), 0, 16, 2),
        "tensor 't': dims[0] is 16; a multiple of Q8_0's block of 32 is accepted");
  }

  @ParameterizedTest
  @ValueSource(ints = {43, 100, 141, 144, Integer.MAX_VALUE, -1})
  void typesThatNoBuildKnows(int id) {
    refused(
        new RawGguf().tensor("t", id, 0, 256),
        "tensor 't': type %d, which no build knows; the types of llama.cpp b11192 (0 to 42) are"
                .formatted(Integer.toUnsignedLong(id))
            + " accepted");
  }

  @ParameterizedTest
  @CsvSource({"142,PQ2_0", "143,PTQ1_0"})
  void prismTypes(int id, String name) {
    refused(
        new RawGguf().tensor("t", id, 0, 256),
        "tensor 't': type %d (%s), which only PrismML's fork of llama.cpp reads; the types of"
                .formatted(id, name)
            + " llama.cpp b11192 (0 to 42) are accepted");
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 31, 32, 33, 36, 37, 38})
  void removedTypes(int id) {
    Verdict verdict = new RawGguf().tensor("t", id, 0, 256).judge();
    assertThat(((Verdict.Refuse) verdict).reasons())
        .singleElement()
        .asString()
        .startsWith("tensor 't': type " + id + " (")
        .contains("which llama.cpp has removed");
  }

  @Test
  void sizesThatOverflow() {
    refused(
        new RawGguf().tensor("t", F32, 0, 1L << 62),
        "tensor 't': the size of [4611686018427387904] in F32 overflows; up to 2^63 - 1 elements"
            + " and bytes are accepted");
    refused(
        new RawGguf().tensor("t", Q2_0, 0, 1L << 32, 1L << 32),
        "tensor 't': the size of [4294967296, 4294967296] in Q2_0 overflows; up to 2^63 - 1"
            + " elements and bytes are accepted");
  }

  @Test
  void dataCutByOneByte() {
    refused(
        RawGguf.playable().data(127),
        "tensor 't' of 128 bytes at offset 0: not within the file of 255 bytes, whose data section has"
            + " 127");
  }

  @Test
  void offsetNearTwoToThe63() {
    refused(
        new RawGguf().tensor("t", F32, Long.MAX_VALUE - 31, 32).data(128),
        "tensor 't' of 128 bytes at offset 9223372036854775776 does not follow the tensor before"
            + " it; offset 0 is accepted",
        "tensor 't' of 128 bytes at offset 9223372036854775776: not within the file of 192 bytes,"
            + " whose data section has 128");
    refused(
        new RawGguf().tensor("t", F32, -32, 32).data(128),
        "tensor 't' of 128 bytes at offset 18446744073709551584 does not follow the tensor before"
            + " it; offset 0 is accepted",
        "tensor 't' of 128 bytes at offset 18446744073709551584: not within the file of 192 bytes, whose"
            + " data section has 128");
  }

  @Test
  void whatHoldsForManyTensorsIsToldOnce() {
    RawGguf cut = new RawGguf();
    for (int i = 0; i < 300; i++) {
      cut.tensor("t" + i, F32, 128L * i, 32);
    }
    long size = cut.data(128 * 100).file().length;
    refused(
        cut,
        "tensor 't100' of 128 bytes at offset 12800 and 199 more: not within the file of %d bytes,"
                .formatted(size)
            + " whose data section has 12800");
  }

  @Test
  void unalignedOffset() {
    refused(
        new RawGguf().tensor("t", F32, 4, 32).data(256),
        "tensor 't' of 128 bytes at offset 4: not aligned; a multiple of 32 is accepted");
  }

  @Test
  void overlapsAndGaps() {
    refused(
        RawGguf.playable().tensor("u", F32, 96, 32).data(512),
        "tensor 'u' of 128 bytes at offset 96 does not follow the tensor before it; offset 128 is"
            + " accepted");
    refused(
        RawGguf.playable().tensor("u", F32, 160, 32).data(512),
        "tensor 'u' of 128 bytes at offset 160 does not follow the tensor before it; offset 128 is"
            + " accepted");
  }

  @Test
  void q2InTheOldLayoutIsToldByTheNextTensor() {
    // 256 x 4 weights: 288 bytes now, 272 in the old layout, padded to 288 either way.
    assertThat(
            new RawGguf().tensor("a", Q2_0, 0, 256, 4).tensor("b", F32, 288, 1).data(320).judge())
        .isInstanceOf(Verdict.Play.class);
    // 512 x 4: 576 bytes now, 544 in the old layout.
    refused(
        new RawGguf().tensor("a", Q2_0, 0, 512, 4).tensor("b", F32, 544, 1).data(576),
        "tensor 'a': Q2_0 in the old layout of 128 weights in 34 bytes; 64 in 18 are accepted");
    assertThat(
            new RawGguf().tensor("a", Q2_0, 0, 512, 4).tensor("b", F32, 576, 1).data(608).judge())
        .isInstanceOf(Verdict.Play.class);
  }

  @Test
  void q2InTheOldLayoutIsToldByTheEndOfTheFile() {
    refused(
        new RawGguf().tensor("a", Q2_0, 0, 512, 4).data(544),
        "tensor 'a': Q2_0 in the old layout of 128 weights in 34 bytes; 64 in 18 are accepted");
    refused(
        new RawGguf()
            .tensor("a", Q2_0, 0, 512, 4)
            .tensor("b", Q2_0, 544, 512, 4)
            .tensor("c", Q2_0, 1088, 512, 4)
            .data(1632),
        "tensor 'a' and 2 more: Q2_0 in the old layout of 128 weights in 34 bytes; 64 in 18 are"
            + " accepted");
  }
}
