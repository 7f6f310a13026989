// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each refusal of a header's structure and metadata, with its words. */
final class GuardTest {
  /** The bytes before the first key. */
  private static final int COUNTS = 24;

  private static void refused(RawGguf file, String... reasons) {
    assertThat(file.judge()).isEqualTo(new Verdict.Refuse(List.of(reasons)));
  }

  @Test
  void aSoundFilePlays() {
    Verdict verdict = RawGguf.playable().judge();
    assertThat(verdict).isInstanceOf(Verdict.Play.class);
    GgufHeader header = ((Verdict.Play) verdict).header();
    assertThat(header.version()).isEqualTo(3);
    assertThat(header.alignment()).isEqualTo(32);
    assertThat(header.tensors())
        .containsExactly(new TensorInfo("t", List.of(32L), GgmlType.F32, 0));
    assertThat(header.metadata().requireString("general.architecture")).isEqualTo("llama");
  }

  @Test
  void version2Plays() {
    assertThat(RawGguf.playable().version(2).judge()).isInstanceOf(Verdict.Play.class);
  }

  @Test
  void badMagic() {
    refused(RawGguf.playable().magic("GGML"), "the magic has 0x4d at byte 2; 'GGUF' is accepted");
  }

  @Test
  void badMagicInTheFirstByteNeedsNoMore() {
    assertThat(Guard.judge(MemorySegment.ofArray(new byte[] {'P'}), 1000, "m.gguf"))
        .isEqualTo(new Verdict.Refuse(List.of("the magic has 0x50 at byte 0; 'GGUF' is accepted")));
  }

  @Test
  void badVersion() {
    refused(RawGguf.playable().version(1), "the version at byte 4 is 1; 2 and 3 are accepted");
    refused(RawGguf.playable().version(4), "the version at byte 4 is 4; 2 and 3 are accepted");
    refused(
        RawGguf.playable().version(0x03000000),
        "the version at byte 4 is 50331648, that of a big-endian file; 2 and 3 are accepted");
    refused(
        RawGguf.playable().version(-1),
        "the version at byte 4 is 4294967295; 2 and 3 are accepted");
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 20, 1L << 31, 1L << 40, Long.MAX_VALUE - 1, -2})
  void countsThatLeaveTheFile(long more) {
    RawGguf tensors = RawGguf.playable().claimTensors(more);
    refused(
        tensors,
        "the number of tensors at byte 8 is %s, at least 32 bytes each, but the file of %d bytes has"
                .formatted(Long.toUnsignedString(more + 1), tensors.file().length)
            + " %d left after it".formatted(tensors.file().length - COUNTS));
    RawGguf keys = RawGguf.playable().claimEntries(more + (1L << 21));
    refused(
        keys,
        "the number of keys at byte 16 is %s, at least 14 bytes each, but the file of %d bytes has"
                .formatted(Long.toUnsignedString(more + (1L << 21) + 1), keys.file().length)
            + " %d left after it".formatted(keys.file().length - COUNTS));
  }

  @Test
  void unknownValueType() {
    refused(
        new RawGguf().entry("k", 13, new byte[8]),
        "key 'k': the value type at byte 33 is 13; 0 to 12 are accepted");
    refused(
        new RawGguf().entry("k", -1, new byte[8]),
        "key 'k': the value type at byte 33 is 4294967295; 0 to 12 are accepted");
    refused(
        new RawGguf().array("k", 99, 1, new byte[8]),
        "key 'k': the value type at byte 37 is 99; 0 to 12 are accepted");
  }

  @Test
  void arraysNestedTo64PlayAndDeeperAreRefused() {
    assertThat(RawGguf.playable().nested("k", 64).judge()).isInstanceOf(Verdict.Play.class);
    refused(
        new RawGguf().nested("k", 65),
        "key 'k': the array at byte 805 is nested 65 deep; up to 64 is accepted");
    refused(
        new RawGguf().nested("k", 100_000),
        "key 'k': the array at byte 805 is nested 65 deep; up to 64 is accepted");
  }

  @Test
  void arrayCountOverTheReferencesLimit() {
    refused(
        new RawGguf().array("k", ValueType.U8.id(), (1L << 30) + 1, new byte[8]),
        "key 'k': the array count at byte 41 is 1073741825; up to 1073741824 is accepted");
    refused(
        new RawGguf().array("k", ValueType.U64.id(), 1L << 61, new byte[8]),
        "key 'k': the array count at byte 41 is 2305843009213693952; up to 1073741824 is accepted");
    refused(
        new RawGguf().array("k", ValueType.STR.id(), -1, new byte[8]),
        "key 'k': the array count at byte 41 is 18446744073709551615; up to 1073741824 is accepted");
  }

  @Test
  void arrayThatLeavesTheFile() {
    refused(
        new RawGguf().array("k", ValueType.STR.id(), 1L << 30, new byte[15]),
        "key 'k': the array count at byte 41 is 1073741824, at least 8 bytes each, but the file of"
            + " 64 bytes has 15 left after it");
  }

  @Test
  void stringLengths() {
    Bytes value = new Bytes();
    value.i64(-1);
    refused(
        new RawGguf().entry("k", ValueType.STR.id(), value.toByteArray()),
        "the string length at byte 37 (k) is 18446744073709551615; up to 1073741824 is accepted");
    Bytes leaving = new Bytes();
    leaving.i64(1L << 29);
    refused(
        new RawGguf().entry("k", ValueType.STR.id(), leaving.toByteArray()),
        "the string length at byte 37 (k) is 536870912, at least 1 bytes each, but the file of 64"
            + " bytes has 19 left after it");
  }

  @Test
  void emptyAndDuplicateKeys() {
    refused(
        new RawGguf().number("", ValueType.U8, 1), "key 0 at byte 24 is empty; a name is accepted");
    refused(
        RawGguf.playable().number("k", ValueType.U8, 1).number("k", ValueType.U8, 1),
        "key 'k' at byte 83 is there twice; once is accepted");
  }

  @Test
  void keysThatAreNoText() {
    refused(
        RawGguf.playable().entry(new byte[] {'a', (byte) 0xff}, ValueType.U8.id(), new byte[1]),
        "the name of key 1 at byte 69 is not UTF-8 without NUL, as is accepted");
    refused(
        RawGguf.playable().entry("a\0", ValueType.U8.id(), new byte[1]),
        "the name of key 1 at byte 69 is not UTF-8 without NUL, as is accepted");
  }

  @Test
  void alignment() {
    String accepted = "; an u32 that is a power of two is accepted";
    String at = "key 'general.alignment' at byte 98 is ";
    RawGguf zero = RawGguf.playable().number("general.alignment", ValueType.U32, 0);
    refused(zero, at + "u32 0" + accepted);
    RawGguf odd = RawGguf.playable().number("general.alignment", ValueType.U32, 24);
    refused(odd, at + "u32 24" + accepted);
    RawGguf wide = RawGguf.playable().number("general.alignment", ValueType.U64, 32);
    refused(wide, at + "u64 32" + accepted);
    RawGguf text = RawGguf.playable().text("general.alignment", "32");
    refused(text, at + "str of 2 bytes" + accepted);
  }

  @Test
  void alignmentThatLeavesTheFile() {
    RawGguf file = RawGguf.playable().number("general.alignment", ValueType.U32, 1L << 31);
    refused(
        file,
        "the data section starts at byte 2147483648, past the end of the file of %d bytes"
            .formatted(file.file().length));
  }

  @Test
  void otherAlignmentsPlay() {
    for (int alignment : new int[] {1, 8, 64, 4096}) {
      RawGguf file =
          RawGguf.playable().padTo(alignment).number("general.alignment", ValueType.U32, alignment);
      assertThat(file.judge()).as("alignment %d", alignment).isInstanceOf(Verdict.Play.class);
    }
  }

  @Test
  void blockCount() {
    String accepted = "; an u32 of 1 to 512 is accepted";
    String at = "key 'llama.block_count' at byte 98 is ";
    refused(RawGguf.playable().text("llama.block_count", "30"), at + "str of 2 bytes" + accepted);
    refused(
        RawGguf.playable().number("llama.block_count", ValueType.U32, 0), at + "u32 0" + accepted);
    refused(
        RawGguf.playable().number("llama.block_count", ValueType.U32, 1L << 31),
        at + "u32 2147483648" + accepted);
    refused(
        RawGguf.playable().number("llama.block_count", ValueType.U64, -1),
        at + "u64 18446744073709551615" + accepted);
    refused(
        RawGguf.playable().array("llama.block_count", ValueType.U32.id(), 0, new byte[0]),
        at + "an array of 0 u32" + accepted);
    assertThat(RawGguf.playable().number("llama.block_count", ValueType.U32, 512).judge())
        .isInstanceOf(Verdict.Play.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bonsai 2", "bonsai-2", "BONSAI_2", "bonsai2", "Ternary Bonsai 2 8B", "Bonsai  2"})
  void bonsai2(String name) {
    String why =
        " '"
            + name
            + "' is of Bonsai 2, whose weights are in a rotated basis that llama.cpp b11192 does"
            + " not undo; other models are accepted";
    refused(RawGguf.playable().text("general.name", name), "general.name" + why);
    refused(RawGguf.playable().text("general.basename", name), "general.basename" + why);
    assertThat(RawGguf.playable().judge(name))
        .isEqualTo(new Verdict.Refuse(List.of("the file name" + why)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"prism-fork-required", "Prism_Fork_Required", "x prism fork required y"})
  void prismForkRequired(String name) {
    String why =
        " '"
            + name
            + "' asks for PrismML's fork of llama.cpp; models for llama.cpp b11192 are accepted";
    refused(RawGguf.playable().text("general.name", name), "general.name" + why);
    refused(RawGguf.playable().text("general.basename", name), "general.basename" + why);
    assertThat(RawGguf.playable().judge(name))
        .isEqualTo(new Verdict.Refuse(List.of("the file name" + why)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bonsai 8B", "Bonsai-27B", "bonsai", "bonsai-1.7b-q2_0", "prism"})
  void otherNamesPlay(String name) {
    assertThat(RawGguf.playable().text("general.name", name).judge(name))
        .isInstanceOf(Verdict.Play.class);
  }

  @Test
  void everyReasonIsGiven() {
    RawGguf file =
        RawGguf.playable()
            .text("general.name", "Bonsai 2")
            .number("llama.block_count", ValueType.U32, 0)
            .tensor("u", GgmlType.F32.id(), 1, 32);
    Verdict verdict = file.judge("prism-fork-required.gguf");
    assertThat(verdict).isInstanceOf(Verdict.Refuse.class);
    assertThat(((Verdict.Refuse) verdict).reasons()).hasSize(5);
  }

  @Test
  void theListOfReasonsIsBounded() {
    RawGguf file = new RawGguf();
    for (int i = 0; i < 1000; i++) {
      file.tensor("t" + i, 1000 + i, 0, 1);
    }
    Verdict verdict = file.judge();
    assertThat(((Verdict.Refuse) verdict).reasons()).hasSize(101).endsWith("and 900 more reasons");
  }

  @Test
  void everyPrefixOfASoundFileAsksForMoreUntilTheHeaderIsWhole() {
    RawGguf raw =
        RawGguf.playable()
            .text("general.name", "a name")
            .nested("nested", 3)
            .array("a", ValueType.U16.id(), 3, new byte[6])
            .tensor("u", GgmlType.Q8_0.id(), 128, 32, 2)
            .data(128 + 68);
    byte[] file = raw.file();
    int directoryEnd = directoryEnd(file);
    for (int length = 0; length <= file.length; length++) {
      Verdict verdict =
          Guard.judge(MemorySegment.ofArray(Arrays.copyOf(file, length)), file.length, "m");
      if (length >= directoryEnd) {
        assertThat(verdict).as("prefix of %d", length).isInstanceOf(Verdict.Play.class);
      } else {
        assertThat(verdict).isInstanceOf(Verdict.NeedMoreBytes.class);
        assertThat(((Verdict.NeedMoreBytes) verdict).atLeast())
            .as("prefix of %d", length)
            .isBetween(length + 1L, (long) directoryEnd);
      }
    }
  }

  private static int directoryEnd(byte[] file) {
    // The last field of the directory is the second tensor's offset, 128, before the padding.
    byte[] offset = {(byte) 128, 0, 0, 0, 0, 0, 0, 0};
    String text = new String(file, StandardCharsets.ISO_8859_1);
    return text.lastIndexOf(new String(offset, StandardCharsets.ISO_8859_1)) + offset.length;
  }

  @Test
  void tensorDataIsNeverLookedAt() {
    byte[] file = RawGguf.playable().file();
    byte[] other = file.clone();
    Arrays.fill(other, RawGguf.playable().header().length, other.length, (byte) 0xa5);
    byte[] header = RawGguf.playable().header();
    for (byte[] bytes : List.of(file, other, header)) {
      assertThat(Guard.judge(MemorySegment.ofArray(bytes), file.length, "m"))
          .isInstanceOf(Verdict.Play.class);
    }
  }

  @Test
  void aFileThatEndsInItsHeaderNeedsMoreThanItHas() {
    byte[] file = RawGguf.playable().header();
    for (int length = 0; length < file.length - 32; length++) {
      Verdict verdict =
          Guard.judge(MemorySegment.ofArray(Arrays.copyOf(file, length)), length, "m");
      assertThat(verdict).isInstanceOf(Verdict.NeedMoreBytes.class);
      assertThat(((Verdict.NeedMoreBytes) verdict).atLeast()).isGreaterThan(length);
    }
  }

  @Test
  void aFileThatEndsInItsHeaderIsRefusedForWhatWasRead() {
    byte[] file = Arrays.copyOf(RawGguf.playable().header(), 50);
    assertThat(Guard.judge(MemorySegment.ofArray(file), file.length, "bonsai-2.gguf"))
        .isInstanceOf(Verdict.Refuse.class);
  }
}
