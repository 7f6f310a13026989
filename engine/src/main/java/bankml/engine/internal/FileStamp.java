// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import bankml.gguf.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * What tells without reading it that a file is still the same.
 *
 * @param size bytes
 * @param modified when it was last written
 * @param identity the file system's own name of it (device and inode), where it has one
 */
public record FileStamp(long size, FileTime modified, Optional<Object> identity) {

  /**
   * Returns the stamp of {@code file} now.
   *
   * @throws Refusal of kind {@code IO} where there is no file
   */
  public static FileStamp of(Path file) {
    try {
      BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileStamp(a.size(), a.lastModifiedTime(), Optional.ofNullable(a.fileKey()));
    } catch (IOException e) {
      throw new Refusal(Refusal.Kind.IO, "cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Returns whether {@code file} has this stamp now. */
  public boolean matches(Path file) {
    try {
      return of(file).equals(this);
    } catch (Refusal gone) {
      return false;
    }
  }
}
