// SPDX-License-Identifier: Apache-2.0
package bankml.store.internal;

import bankml.store.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4), the JDK's, over streams of any length. */
public final class Sha256 {
  private static final int CHUNK = 1 << 20;

  private Sha256() {}

  /** Returns the hash of a whole file, 64 lower-case hexadecimal digits. */
  public static String ofFile(Path file, Progress progress) {
    try (InputStream in = Files.newInputStream(file)) {
      return copy(in, OutputStream.nullOutputStream(), Files.size(file), "hashing", progress);
    } catch (IOException e) {
      throw Disk.failure("cannot read " + file, e);
    }
  }

  /**
   * Copies {@code in} to {@code out} and returns the hash of what passed.
   *
   * @param total how many bytes are expected, for the progress alone
   */
  static String copy(InputStream in, OutputStream out, long total, String step, Progress progress)
      throws IOException {
    MessageDigest digest = newDigest();
    byte[] chunk = new byte[CHUNK];
    long done = 0;
    for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
      digest.update(chunk, 0, n);
      out.write(chunk, 0, n);
      done += n;
      progress.report(step, done, total);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
