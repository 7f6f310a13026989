// SPDX-License-Identifier: Apache-2.0
package bankml.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the compiled reference (llama.cpp b11192) and its models are on this machine.
 *
 * <p>{@code BANKML_REFERENCE} names the folder; without it, {@code ../shared/reference} beside the
 * project is taken when it is there. Where the folder is present, the live oracles must run: a
 * missing model is then an error, never a skip. A folder that does not exist is no reference.
 */
public record Reference(Path folder, Path models, Path source) {

  /** Finds the reference, or nothing on a machine that has none. */
  public static Optional<Reference> find() {
    String named = System.getenv("BANKML_REFERENCE");
    Path folder =
        named != null ? Path.of(named) : projectRoot().resolve("../shared/reference").normalize();
    if (!Files.isExecutable(folder.resolve("bin/probe"))) {
      if (named != null && Files.exists(folder)) {
        throw new IllegalStateException("BANKML_REFERENCE=" + named + " holds no bin/probe");
      }
      return Optional.empty();
    }
    Path cache = Path.of(System.getProperty("user.home"), ".cache", "bankml");
    return Optional.of(
        new Reference(
            folder,
            pathOr("BANKML_REFERENCE_MODELS", cache.resolve("reference")),
            pathOr("BANKML_REFERENCE_SOURCE", cache.resolve("llama.cpp-b11192"))));
  }

  /**
   * Returns the path of a reference model by file name. Fails when it has not been made ({@code
   * models.sh}).
   */
  public Path model(String fileName) {
    return existing(models.resolve(fileName), "run reference/models.sh");
  }

  /**
   * Returns a file or folder of the reference's source package. Fails when it is missing ({@code
   * source.sh}).
   */
  public Path sourceFile(String relative) {
    return existing(source.resolve(relative), "run reference/source.sh");
  }

  /** Returns one of the reference's binaries or libraries. */
  public Path binary(String name) {
    return existing(folder.resolve("bin").resolve(name), "the reference folder is incomplete");
  }

  /** Returns the project's root folder: the one above the room whose tests run. */
  public static Path projectRoot() {
    String root = System.getProperty("bankml.root");
    Path start = Path.of(root != null ? root : "").toAbsolutePath();
    for (Path p = start; p != null; p = p.getParent()) {
      if (Files.exists(p.resolve("testkit/pom.xml"))) {
        return p;
      }
    }
    throw new IllegalStateException("no project root above " + start);
  }

  private static Path pathOr(String variable, Path otherwise) {
    String value = System.getenv(variable);
    return value != null ? Path.of(value) : otherwise;
  }

  private static Path existing(Path path, String remedy) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(path + " is missing: " + remedy);
    }
    return path;
  }
}
