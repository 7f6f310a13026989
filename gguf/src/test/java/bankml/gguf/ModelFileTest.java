// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, reading and closing files on a disk. */
final class ModelFileTest {
  @TempDir Path folder;

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static void refused(ThrowingCallable call, Refusal.Kind kind, String reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.kind()).isEqualTo(kind))
        .hasMessage(reason);
  }

  @Test
  void tensorsAreReadOnlyViewsOfTheFile() throws IOException {
    byte[] bytes = RawGguf.playable().file();
    bytes[bytes.length - 1] = 42;
    Path path = write("m.gguf", bytes);
    try (ModelFile file = ModelFile.open(path)) {
      MemorySegment tensor = file.tensor("t");
      assertThat(tensor.byteSize()).isEqualTo(128);
      assertThat(tensor.isReadOnly()).isTrue();
      assertThat(tensor.get(ValueLayout.JAVA_BYTE, 127)).isEqualTo((byte) 42);
      assertThat(file.find("u")).isEmpty();
      assertThat(file.path()).isEqualTo(path);
      assertThat(file.size()).isEqualTo(bytes.length);
      refused(() -> file.tensor("u"), Refusal.Kind.REFUSED, path + " has no tensor 'u'");
    }
  }

  @Test
  void closingUnmapsAndTheHeaderOutlivesIt() throws IOException {
    ModelFile file = ModelFile.open(write("m.gguf", RawGguf.playable().file()));
    MemorySegment tensor = file.tensor("t");
    file.close();
    assertThatThrownBy(() -> tensor.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThat(file.header().metadata().requireString("general.architecture")).isEqualTo("llama");
  }

  @Test
  void whatIsNoFileIsRefused() {
    Path none = folder.resolve("none.gguf");
    refused(
        () -> ModelFile.open(none),
        Refusal.Kind.IO,
        "cannot read " + none + ": there is no such file");
    refused(
        () -> ModelFile.open(folder),
        Refusal.Kind.IO,
        "'" + folder + "' is a folder; a GGUF file is accepted");
  }

  @Test
  void theGuardsReasonsAreTheRefusal() throws IOException {
    Path path = write("m.gguf", RawGguf.playable().magic("GGML").file());
    refused(
        () -> ModelFile.open(path),
        Refusal.Kind.REFUSED,
        path + ": the magic has 0x4d at byte 2; 'GGUF' is accepted");
  }

  @Test
  void theNameOnTheDiskIsJudged() throws IOException {
    Path path = write("Bonsai-2-8B.gguf", RawGguf.playable().file());
    assertThat(ModelFile.judge(path)).isInstanceOf(Verdict.Refuse.class);
  }

  @Test
  void everyCutOfAFileIsRefused() throws IOException {
    byte[] whole = RawGguf.playable().file();
    int directoryEnd = 24 + "general.architecture".length() + 8 + 4 + 13 + "t".length() + 32;
    for (int length = 0; length < whole.length; length++) {
      Path path = write("m.gguf", Arrays.copyOf(whole, length));
      Refusal.Kind kind = length < directoryEnd ? Refusal.Kind.TRUNCATED : Refusal.Kind.REFUSED;
      assertThatThrownBy(() -> ModelFile.open(path))
          .as("cut to %d bytes", length)
          .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.kind()).isEqualTo(kind));
    }
  }

  @Test
  void fourBytesAreTruncated() throws IOException {
    Path path = write("m.gguf", new byte[] {'G', 'G', 'U', 'F'});
    refused(
        () -> ModelFile.open(path),
        Refusal.Kind.TRUNCATED,
        path + " is cut short: its header alone needs at least 8 bytes");
  }

  @Test
  void headersOfManyMegabytesAreRead() throws IOException {
    String[] tokens = new String[300_000];
    Arrays.setAll(tokens, i -> "token number " + i);
    Path path = folder.resolve("m.gguf");
    new GgufWriter()
        .put("tokens", List.of(tokens))
        .tensor("t", List.of(4L), GgmlType.I8, MemorySegment.ofArray(new byte[] {1, 2, 3, 4}))
        .write(path);
    try (ModelFile file = ModelFile.open(path)) {
      assertThat(file.header().metadata().requireStrings("tokens")).isEqualTo(List.of(tokens));
      assertThat(file.tensor("t").toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3, 4);
    }
  }

  @Test
  void filesOverTwoGibibytesAreOneSegment() throws IOException {
    long bytes = (3L << 30) + 5;
    Path path = folder.resolve("large.gguf");
    byte[] header = new RawGguf().tensor("t", GgmlType.I8.id(), 0, bytes).header();
    try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
      sparse.write(header);
      sparse.setLength(header.length + bytes);
      sparse.seek(header.length + bytes - 1);
      sparse.write(42);
    }
    try (ModelFile file = ModelFile.open(path)) {
      MemorySegment tensor = file.tensor("t");
      assertThat(tensor.byteSize()).isEqualTo(bytes);
      assertThat(tensor.get(ValueLayout.JAVA_BYTE, bytes - 1)).isEqualTo((byte) 42);
    }
  }

  @Test
  void aFileCutWhileItIsMappedGivesARefusal() throws IOException {
    int bytes = 1 << 20;
    Path path =
        write("m.gguf", new RawGguf().tensor("t", GgmlType.I8.id(), 0, bytes).data(bytes).file());
    try (ModelFile file = ModelFile.open(path)) {
      MemorySegment tensor = file.tensor("t");
      assertThat(file.<Long>reading(() -> sum(tensor))).isZero();
      try (RandomAccessFile cut = new RandomAccessFile(path.toFile(), "rw")) {
        cut.setLength(4096);
      }
      refused(
          () -> file.<Long>reading(() -> sum(tensor)),
          Refusal.Kind.IO,
          path + " was cut short or became unreadable while it was in use");
    }
  }

  private static long sum(MemorySegment bytes) {
    long sum = 0;
    for (long i = 0; i < bytes.byteSize(); i++) {
      sum += bytes.get(ValueLayout.JAVA_BYTE, i);
    }
    return sum;
  }
}
