// SPDX-License-Identifier: Apache-2.0
package bankml.store.internal;

import bankml.gguf.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** File operations that either happen whole or are refused with one readable reason. */
public final class Disk {
  private Disk() {}

  /** Writes {@code bytes} aside, syncs them, and renames them to {@code target}. */
  public static void writeWhole(Path target, byte[] bytes) {
    Path aside = target.resolveSibling(target.getFileName() + ".part");
    try {
      try (FileChannel out =
          FileChannel.open(
              aside,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          out.write(buffer);
        }
        out.force(true);
      }
      publish(aside, target);
    } catch (IOException e) {
      delete(aside);
      throw failure("cannot write " + target, e);
    }
  }

  /** Renames a finished, synced file to its name, and syncs the folder so that a crash keeps it. */
  public static void publish(Path finished, Path target) throws IOException {
    Files.move(finished, target, StandardCopyOption.ATOMIC_MOVE);
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }

  /** Deletes a file or a folder with everything in it; what is not there is fine. */
  public static void delete(Path path) {
    try {
      Files.walkFileTree(
          path,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e)
                throws IOException {
              Files.deleteIfExists(folder);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw failure("cannot delete " + path, e);
    }
  }

  /** Creates {@code folder} and its parents; refuses with the first component in the way. */
  public static void createFolder(Path folder) {
    Path whole = folder.toAbsolutePath().normalize();
    Path at = whole.getRoot();
    for (Path name : whole) {
      at = at == null ? name : at.resolve(name);
      if (Files.isDirectory(at)) {
        continue;
      }
      if (Files.isSymbolicLink(at)) {
        throw io(folder + " cannot be used: " + at + " is a link to something that is no folder");
      }
      if (Files.exists(at)) {
        throw io(folder + " cannot be used: " + at + " is not a folder");
      }
      try {
        Files.createDirectory(at);
      } catch (IOException e) {
        if (!Files.isDirectory(at)) { // else another process was faster
          throw failure("cannot create " + at, e);
        }
      }
    }
  }

  /** Returns the refusal for a failed file operation: what was tried, and why it failed. */
  public static Refusal failure(String tried, IOException e) {
    return new Refusal(Refusal.Kind.IO, tried + ": " + reason(e), e);
  }

  /** Returns a refusal because something cannot be read or written. */
  public static Refusal io(String reason) {
    return new Refusal(Refusal.Kind.IO, reason);
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
