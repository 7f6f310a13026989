// SPDX-License-Identifier: Apache-2.0
package bankml.store.internal;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.store.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples that NIST publishes for FIPS 180-4. */
class Sha256Test {
  @TempDir private Path folder;

  private String hash(String text) throws IOException {
    return Sha256.ofFile(Files.writeString(folder.resolve("f"), text), Progress.none());
  }

  @ParameterizedTest
  @CsvSource({
    "'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq,"
        + "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu,"
        + "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
  })
  void shortMessages(String text, String sha256) throws IOException {
    assertThat(hash(text)).isEqualTo(sha256);
  }

  @Test
  void aMillionLetters() throws IOException {
    assertThat(hash("a".repeat(1_000_000)))
        .isEqualTo("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}
