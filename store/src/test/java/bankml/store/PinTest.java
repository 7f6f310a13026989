// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinTest {
  private static final String HASH = "0".repeat(64);

  @TempDir private Path folder;

  private Path pinOf(String json) throws IOException {
    return Files.writeString(folder.resolve("m.gguf.FORK.json"), json);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Path file = folder.resolve("m.gguf.FORK.json");
    Pin.of("adopted", "a friend's č disk", new PinnedFile("m.gguf", 5, HASH)).write(file);
    Pin pin = Pin.read(file);
    assertThat(pin.kind()).isEqualTo("adopted");
    assertThat(pin.source()).isEqualTo("a friend's č disk");
    assertThat(pin.files()).containsExactly(new PinnedFile("m.gguf", 5, HASH));
    assertThat(pin.inputs()).isEmpty();
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void unknownKeysAreKept() throws IOException {
    Path file =
        pinOf(
            """
            {"kind": "fork", "note": {"by": ["x", 1.50]},
             "files": [{"path": "m.gguf", "bytes": 5, "sha256": "%s", "blake3": "y"}]}
            """
                .formatted(HASH));
    Pin.read(file).withSource("elsewhere").write(file);
    assertThat(Files.readString(file))
        .contains("\"note\"", "\"by\"", "1.50", "\"blake3\"", "elsewhere", "adopted_at_utc");
    assertThat(Pin.read(file).kind()).isEqualTo("fork");
  }

  @Test
  void aRenamedFileIsFoundWhereThePinHasOne() throws IOException {
    String entry = "{\"path\": \"%s\", \"bytes\": %d, \"sha256\": \"" + HASH + "\"}";
    Pin one = Pin.read(pinOf("{\"files\": [" + entry.formatted("models/a.gguf", 1) + "]}"));
    assertThat(one.find(Path.of("b.gguf"))).map(PinnedFile::bytes).contains(1L);
    Pin two =
        Pin.read(
            pinOf(
                "{\"files\": ["
                    + entry.formatted("models/a.gguf", 1)
                    + ","
                    + entry.formatted("b.gguf", 2)
                    + "]}"));
    assertThat(two.find(Path.of("/x/a.gguf"))).map(PinnedFile::bytes).contains(1L);
    assertThat(two.find(Path.of("c.gguf"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          []                                                         | not a JSON object
          {                                                          | not JSON
          {"files": []}                                              | no "files"
          {"files": 3}                                               | "files" is not a list
          {"files": [{"path": "a", "bytes": 1.5, "sha256": "0"}]}    | lacks path, bytes or sha256
          {"files": [{"path": "a", "bytes": 1, "sha256": "0"}]}      | lacks path, bytes or sha256
          {"files": [7]}                                             | lacks path, bytes or sha256
          {"kind": "a", "kind": "b"}                                 | not JSON
          """)
  void whatIsNoPinIsRefused(String json, String reason) throws IOException {
    Path file = pinOf(json);
    assertThatThrownBy(() -> Pin.read(file))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(file + " is no pin")
        .hasMessageContaining(reason);
  }

  @Test
  void aMissingPinIsUnreadable() {
    assertThatThrownBy(() -> Pin.read(folder.resolve("none")))
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.kind()).isEqualTo(Refusal.Kind.IO))
        .hasMessageContaining("no such file");
  }
}
