// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifiedModelTest {
  @TempDir private Path folder;
  private Path model = Path.of("");

  @BeforeEach
  void makeTheSmallestModelFile() throws IOException {
    ByteBuffer header = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    header.put("GGUF".getBytes(StandardCharsets.US_ASCII)).putInt(3).putLong(0).putLong(0);
    model = Files.write(folder.resolve("m.gguf"), header.array());
  }

  private VerifiedModel open() {
    return VerifiedModel.open(new StoredModel("m", model), Progress.none());
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  @Test
  void anAdoptedFileOpens() {
    Pin pin = VerifiedModel.adopt(model, "a test", Progress.none());
    try (VerifiedModel opened = open()) {
      assertThat(opened.sha256()).isEqualTo(pin.files().getFirst().sha256());
      assertThat(opened.pin().source()).isEqualTo("a test");
    }
  }

  @Test
  void anUnpinnedFileIsRefusedWithItsHash() {
    String sha256 =
        VerifiedModel.adopt(model, "a test", Progress.none()).files().getFirst().sha256();
    assertThat(Pin.pathFor(model).toFile().delete()).isTrue();
    assertThatThrownBy(this::open)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is not pinned: its sha256 is " + sha256);
  }

  @Test
  void aChangedFileIsRefusedWithBothHashes() throws IOException {
    String before =
        VerifiedModel.adopt(model, "a test", Progress.none()).files().getFirst().sha256();
    append(model, "x");
    Path copy = Files.copy(model, folder.resolve("copy.gguf"), StandardCopyOption.REPLACE_EXISTING);
    String after = VerifiedModel.adopt(copy, "a test", Progress.none()).files().getFirst().sha256();
    assertThatThrownBy(this::open)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("its sha256 is " + after + ", its pin says " + before);
    assertThatThrownBy(() -> VerifiedModel.adopt(model, "again", Progress.none()))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(before)
        .hasMessageContaining(after);
  }

  @Test
  void adoptingAgainKeepsThePinAndItsUnknownKeys() throws IOException {
    VerifiedModel.adopt(model, "a test", Progress.none());
    Path pinFile = Pin.pathFor(model);
    Files.writeString(
        pinFile, Files.readString(pinFile).replaceFirst("\\{", "{\"reviewed_by\": \"me\","));
    assertThat(VerifiedModel.adopt(model, "a better source", Progress.none()).source())
        .isEqualTo("a better source");
    assertThat(Files.readString(pinFile)).contains("reviewed_by");
  }

  @Test
  void whatTheGuardRefusesIsNotAdopted() throws IOException {
    Files.writeString(model, "not a model file at all, but long enough");
    assertThatThrownBy(() -> VerifiedModel.adopt(model, "a test", Progress.none()))
        .isInstanceOf(Refusal.class);
    assertThat(Pin.pathFor(model)).doesNotExist();
  }

  @Test
  void aFileThatEndsInItsHeaderIsTruncated() throws IOException {
    Files.write(model, java.util.Arrays.copyOf(Files.readAllBytes(model), 20));
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.kind()).isEqualTo(Refusal.Kind.TRUNCATED));
  }
}
