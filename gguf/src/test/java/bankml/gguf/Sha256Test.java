// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The test vectors of FIPS 180-4, over bytes and over files. */
final class Sha256Test {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "'',e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc,ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq,"
        + "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
        + "mnopqrstnopqrstu,cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
  })
  void vectors(String message, String hash) throws IOException {
    byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);
    Path file = Files.write(folder.resolve("m"), bytes);
    assertThat(Sha256.of(bytes)).isEqualTo(hash);
    assertThat(Sha256.of(file, done -> {})).isEqualTo(hash);
  }

  @Test
  void aMillionLettersA() throws IOException {
    byte[] bytes = new byte[1_000_000];
    Arrays.fill(bytes, (byte) 'a');
    Path file = Files.write(folder.resolve("m"), bytes);
    String hash = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    assertThat(Sha256.of(bytes)).isEqualTo(hash);
    assertThat(Sha256.of(file, done -> {})).isEqualTo(hash);
  }

  @Test
  void progressGrowsToTheSizeOfTheFile() throws IOException {
    Path file = Files.write(folder.resolve("m"), new byte[(3 << 20) + 7]);
    List<Long> seen = new ArrayList<>();
    Sha256.of(file, seen::add);
    assertThat(seen).isSorted().hasSizeGreaterThanOrEqualTo(4).endsWith((3L << 20) + 7);
  }

  @Test
  void whatProgressThrowsEndsTheHashing() throws IOException {
    Path file = Files.write(folder.resolve("m"), new byte[10]);
    assertThatThrownBy(() ->
            Sha256.of(
                file,
                done -> {
                  throw new IllegalStateException("stop");
                }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("stop");
  }

  @Test
  void aMissingFileIsRefused() {
    Path file = folder.resolve("none");
    assertThatThrownBy(() -> Sha256.of(file, done -> {}))
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.kind()).isEqualTo(Refusal.Kind.IO))
        .hasMessage("there is no file " + file);
  }
}
