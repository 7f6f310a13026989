// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/** SHA-256 (FIPS 180-4) by the JDK, as 64 lower-case hexadecimal digits. */
public final class Sha256 {
  private static final int CHUNK = 1 << 20;

  private Sha256() {}

  /** Returns the hash of {@code bytes}. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /**
   * Returns the hash of a file, read once from start to end in constant memory.
   *
   * @param progress told the bytes done so far, after each chunk of at most 1 MiB; what it throws
   *     ends the hashing
   * @throws Refusal of kind {@code IO} when the file cannot be read
   */
  public static String of(Path path, LongConsumer progress) {
    MessageDigest digest = digest();
    byte[] chunk = new byte[CHUNK];
    long done = 0;
    try (InputStream in = Files.newInputStream(path)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        digest.update(chunk, 0, n);
        done += n;
        progress.accept(done);
      }
    } catch (NoSuchFileException e) {
      throw new Refusal(Refusal.Kind.IO, "there is no file " + path, e);
    } catch (IOException e) {
      throw new Refusal(Refusal.Kind.IO, "cannot read " + path + ": " + e.getMessage(), e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
