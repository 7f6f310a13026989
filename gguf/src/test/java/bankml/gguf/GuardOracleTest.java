// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.Headers.Sample;
import bankml.gguf.MetadataValue.Array;
import bankml.gguf.Verdict.NeedMoreBytes;
import bankml.gguf.Verdict.Play;
import bankml.gguf.Verdict.Refuse;
import bankml.testkit.GgmlLibrary;
import bankml.testkit.GgmlLibrary.Kernels;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The guard and the type table, held to the reference's own header reader and table. */
@Tag("oracle")
final class GuardOracleTest {
  private static final long SEED = Long.getLong("bankml.seed", 20_250_915);
  private static final int MUTANTS = Integer.getInteger("bankml.oracle.mutants", 20_000);
  private static final int TYPES = 43;

  private static final Optional<Kernels> REFERENCE = GgmlLibrary.available();

  /** Why the guard refuses what the reference's header reader opens: rules of ours alone. */
  private static final Pattern OURS_ALONE =
      Pattern.compile(
          "is not UTF-8 without NUL|dims\\[\\d] is 0;|has 0 dimensions|not within the file of"
              + "|block_count' at byte|goes on to byte|overflows|asks for PrismML|is of Bonsai 2");

  @Test
  void theTypeTable() throws Throwable {
    if (REFERENCE.isPresent()) {
      GgmlLibrary library = REFERENCE.get().library();
      var blockSize =
          library.function(
              "ggml_blck_size", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
      var typeSize =
          library.function(
              "ggml_type_size", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
      for (int id = 0; id < TYPES; id++) {
        Optional<GgmlType> type = GgmlType.ofId(id);
        assertThat((long) blockSize.invokeExact(id))
            .as("block size of type %d", id)
            .isEqualTo(type.map(GgmlType::blockSize).orElse(0).longValue());
        assertThat((long) typeSize.invokeExact(id))
            .as("bytes of a block of type %d", id)
            .isEqualTo(type.map(GgmlType::typeSize).orElse(0).longValue());
      }
    }
    log("gguf types", TYPES);
  }

  @Test
  void soundFilesAreOpenedByBoth() {
    List<Sample> files = Headers.small();
    if (REFERENCE.isPresent()) {
      try (ReferenceReader reference = new ReferenceReader(REFERENCE.get().library())) {
        for (Sample file : files) {
          assertThat(judge(file.bytes())).isInstanceOf(Play.class);
          assertThat(reference.opens(file.bytes())).isTrue();
        }
        for (Sample header : Headers.full()) {
          assertThat(reference.opens(header.bytes())).isTrue();
        }
      }
    }
    log("gguf sound files", files.size());
  }

  @Test
  void hostileFilesAreRefusedByBoth() {
    List<RawGguf> files =
        List.of(
            RawGguf.playable().magic("GGML"),
            RawGguf.playable().version(0),
            RawGguf.playable().version(1),
            RawGguf.playable().version(4),
            RawGguf.playable().version(0x03000000),
            RawGguf.playable().claimTensors(1L << 40),
            RawGguf.playable().claimTensors(-2),
            RawGguf.playable().claimEntries(1L << 40),
            RawGguf.playable().claimEntries(-2),
            RawGguf.playable().entry("k", 13, new byte[8]),
            RawGguf.playable().array("k", ValueType.U8.id(), 1L << 40, new byte[8]),
            RawGguf.playable().array("k", ValueType.U64.id(), 1L << 61, new byte[8]),
            RawGguf.playable().nested("k", 65),
            RawGguf.playable().number("", ValueType.U8, 1),
            RawGguf.playable().number("k", ValueType.U8, 1).number("k", ValueType.U8, 1),
            RawGguf.playable().number("general.alignment", ValueType.U32, 0),
            RawGguf.playable().number("general.alignment", ValueType.U32, 24),
            RawGguf.playable().number("general.alignment", ValueType.U64, 32),
            RawGguf.playable().number("general.alignment", ValueType.U32, 1L << 31),
            new RawGguf().tensor("t", GgmlType.F32.id(), 0, 1, 1, 1, 1, 1),
            new RawGguf().tensor("t", GgmlType.F32.id(), 0, -1),
            new RawGguf().tensor("t", GgmlType.F32.id(), 0, Long.MAX_VALUE, 2),
            new RawGguf().tensor("n".repeat(64), GgmlType.F32.id(), 0, 1).data(32),
            new RawGguf().tensor("t", GgmlType.Q8_0.id(), 0, 16, 2).data(64),
            new RawGguf().tensor("t", 4, 0, 256).data(1024),
            new RawGguf().tensor("t", 43, 0, 256).data(1024),
            new RawGguf().tensor("t", 142, 0, 256).data(1024),
            new RawGguf().tensor("t", GgmlType.F32.id(), 4, 32).data(256),
            RawGguf.playable().tensor("t", GgmlType.F32.id(), 128, 32).data(256),
            RawGguf.playable().tensor("u", GgmlType.F32.id(), 96, 32).data(256),
            new RawGguf()
                .tensor("a", GgmlType.Q2_0.id(), 0, 512, 4)
                .tensor("b", GgmlType.F32.id(), 544, 1)
                .data(576));
    if (REFERENCE.isPresent()) {
      try (ReferenceReader reference = new ReferenceReader(REFERENCE.get().library())) {
        for (int i = 0; i < files.size(); i++) {
          assertThat(files.get(i).judge()).as("file %d", i).isInstanceOf(Refuse.class);
          assertThat(reference.opens(files.get(i).file())).as("file %d", i).isFalse();
        }
      }
    }
    log("gguf hostile files", files.size());
  }

  @Test
  void alteredFilesPlayWhereTheReferenceOpensThem() {
    if (REFERENCE.isPresent()) {
      List<Sample> files = Headers.small();
      int opened = 0;
      try (ReferenceReader reference = new ReferenceReader(REFERENCE.get().library())) {
        for (int i = 0; i < MUTANTS; i++) {
          SplittableRandom random = new SplittableRandom(SEED + i);
          Sample file = files.get(random.nextInt(files.size()));
          byte[] altered = new Mutations(random, file.headerBytes()).of(file.bytes());
          if (altered.length > 0) {
            boolean opens = reference.opens(altered);
            compare(judge(altered), opens, "seed " + (SEED + i));
            opened += opens ? 1 : 0;
          }
        }
      }
      assertThat(opened).isBetween(MUTANTS / 10, MUTANTS * 9 / 10);
    }
    log("gguf altered files", MUTANTS);
  }

  private static void compare(Verdict verdict, boolean opened, String seed) {
    boolean allowed =
        switch (verdict) {
          case Play(GgufHeader header) -> opened || hasNestedArray(header.metadata());
          case Refuse(List<String> reasons) ->
              !opened || reasons.stream().anyMatch(r -> OURS_ALONE.matcher(r).find());
          case NeedMoreBytes more -> !opened;
        };
    assertThat(allowed)
        .as("%s: the reference %s, the guard says %s", seed, opened ? "opens" : "refuses", verdict)
        .isTrue();
  }

  /** The one thing that the guard reads and the reference does not. */
  private static boolean hasNestedArray(Metadata metadata) {
    return metadata.keys().stream()
        .map(metadata::find)
        .flatMap(Optional::stream)
        .anyMatch(v -> v instanceof Array array && array.elementType() == ValueType.ARR);
  }

  private static Verdict judge(byte[] file) {
    return Guard.judge(MemorySegment.ofArray(file), file.length, "m.gguf");
  }

  private static void log(String suite, long cases) {
    OracleLog.equal(
        suite,
        REFERENCE.map(Kernels::authority).orElse(Authority.NONE),
        REFERENCE.isPresent() ? cases : 0);
  }
}
