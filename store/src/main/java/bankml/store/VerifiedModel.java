// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.gguf.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A model file that the guard plays and whose bytes are its pin's. The only way from a name to
 * weights. Owns the mapped file.
 *
 * @param file the open file
 * @param sha256 the hash of its bytes, 64 lower-case hexadecimal digits
 * @param pin what it was checked against
 */
public record VerifiedModel(ModelFile file, String sha256, Pin pin) implements AutoCloseable {

  /**
   * Opens a model of the store and checks it against the pin beside it.
   *
   * @throws Refusal with both hashes where the file has changed, with its own where it has no pin
   */
  public static VerifiedModel open(StoredModel model, Progress progress) {
    return open(model.file(), model.pinFile(), progress);
  }

  /** Opens {@code path} and checks it against {@code pinFile}: the guard first, then the hash. */
  public static VerifiedModel open(Path path, Path pinFile, Progress progress) {
    ModelFile file = ModelFile.open(path);
    try {
      return check(file, pinFile, progress);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Checks a file that the guard has let play against {@code pinFile}. The file is the result's to
   * close, or still the caller's where this refuses.
   */
  public static VerifiedModel check(ModelFile file, Path pinFile, Progress progress) {
    Path path = file.path();
    if (Files.notExists(pinFile)) {
      throw unpinned(path, pinFile, hash(file, progress));
    }
    Pin pin = Pin.read(pinFile);
    PinnedFile pinned =
        pin.find(path)
            .orElseThrow(() -> Refusal.refused(pinFile + " does not list " + path.getFileName()));
    String sha256 = hash(file, progress);
    if (!sha256.equals(pinned.sha256())) {
      throw changed(path, sha256, pinned);
    }
    return new VerifiedModel(file, sha256, pin);
  }

  /**
   * Pins a file as it is now: the guard first, then its hash is recorded beside it. A file that is
   * pinned already keeps its pin with the new source.
   *
   * @throws Refusal with both hashes where the file's pin records other bytes
   */
  public static Pin adopt(Path path, String source, Progress progress) {
    try (ModelFile file = ModelFile.open(path)) {
      Path pinFile = Pin.pathFor(path);
      PinnedFile now =
          new PinnedFile(path.getFileName().toString(), file.size(), hash(file, progress));
      Optional<Pin> before =
          Files.exists(pinFile) ? Optional.of(Pin.read(pinFile)) : Optional.empty();
      before
          .flatMap(pin -> pin.find(path))
          .filter(pinned -> !pinned.sha256().equals(now.sha256()))
          .ifPresent(pinned -> {
            throw changed(path, now.sha256(), pinned);
          });
      Pin pin =
          before
              .map(pinned -> pinned.withSource(source))
              .orElseGet(() -> Pin.of("adopted", source, now));
      pin.write(pinFile);
      return pin;
    }
  }

  private static String hash(ModelFile file, Progress progress) {
    return Sha256.of(file.path(), done -> progress.report("hashing", done, file.size()));
  }

  private static Refusal unpinned(Path path, Path pinFile, String sha256) {
    return Refusal.refused(
        path
            + " is not pinned: its sha256 is "
            + sha256
            + ", and no pin says what it must be ("
            + pinFile
            + " is missing); `bankml adopt FILE --source TEXT` pins it");
  }

  private static Refusal changed(Path path, String sha256, PinnedFile pinned) {
    return Refusal.refused(
        path + " has changed: its sha256 is " + sha256 + ", its pin says " + pinned.sha256());
  }

  /** Returns where the file is. */
  public Path path() {
    return file.path();
  }

  @Override
  public void close() {
    file.close();
  }
}
