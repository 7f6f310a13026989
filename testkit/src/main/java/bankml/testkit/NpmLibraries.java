// SPDX-License-Identifier: Apache-2.0
package bankml.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The same release's kernels as npm ships them: {@code @node-llama-cpp/linux-x64} 3.22.1, built by
 * its authors with GCC 11.4. Fetched once into the cache; a second authority for kernels, and the
 * first one where there is no compiled reference.
 */
public final class NpmLibraries {
  private static final String PACKAGE = "@node-llama-cpp/linux-x64@3.22.1";

  private NpmLibraries() {}

  /**
   * Returns the kernels of one build, {@code haswell} or {@code x64}, or nothing where npm's
   * package cannot be had or cannot run (another operating system or processor, no npm, no
   * network).
   */
  public static Optional<GgmlLibrary> build(String variant) {
    boolean linuxX64 =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    Path cache =
        Path.of(System.getProperty("user.home"), ".cache", "bankml", "npm-linux-x64-3.22.1");
    if (!linuxX64 || (!Files.isDirectory(cache) && !fetch(cache))) {
      return Optional.empty();
    }
    return Optional.of(
        new GgmlLibrary(
            List.of(
                find(cache, "libggml-base.so"), find(cache, "libggml-cpu-" + variant + ".so"))));
  }

  private static boolean fetch(Path cache) {
    try {
      Files.createDirectories(cache.getParent());
      Path tmp = Files.createTempDirectory(cache.getParent(), "npm");
      Process npm =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "npm pack --silent " + PACKAGE + " >/dev/null && tar xzf ./*.tgz && rm ./*.tgz")
              .directory(tmp.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (npm.waitFor() != 0) {
        return false;
      }
      Files.move(tmp, cache, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Path find(Path folder, String name) {
    try (var files = Files.walk(folder)) {
      return files
          .filter(p -> p.getFileName().toString().equals(name))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(PACKAGE + " holds no " + name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
