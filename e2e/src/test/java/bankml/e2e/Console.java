// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A person at a terminal: types keys and reads the screen. Python makes the terminal. */
final class Console {
  static final String CTRL_C = "\u0003";
  static final String CTRL_D = "\u0004";
  static final String ENTER = "\r";

  private static final long PATIENCE_SECONDS = 60;
  private static final String TERMINAL =
      "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

  private static final String SIZED = "stty cols 120 rows 40; exec \"$@\"";

  private final Process process;
  private final StringBuilder screen = new StringBuilder();
  private final CompletableFuture<Void> reading;
  private int seen;
  private boolean ended;

  /** Starts a command on a new terminal. */
  Console(Bankml bankml, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("python3", "-c", TERMINAL, "sh", "-c", SIZED, "sh"));
    command.add(bankml.launcher().toString());
    command.addAll(List.of(arguments));
    process = bankml.with("TERM", "xterm").startCommand(command);
    reading = CompletableFuture.runAsync(this::read);
  }

  private void read() {
    byte[] bytes = new byte[4096];
    try (InputStream in = process.getInputStream()) {
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        synchronized (screen) {
          // A character in two parts is of no interest to any test.
          screen.append(new String(bytes, 0, n, StandardCharsets.UTF_8));
          screen.notifyAll();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      synchronized (screen) {
        ended = true; // whoever still waits waits in vain
        screen.notifyAll();
      }
    }
  }

  void type(String keys) {
    synchronized (screen) {
      seen = screen.length();
    }
    try {
      process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new AssertionError("the terminal is gone, with\n" + screen(), e);
    }
  }

  /** Waits until {@code part} has been shown since the last keys. */
  void await(String part) {
    awaitUntil(shown -> shown.contains(part), part);
  }

  /** Waits until that many characters have been shown since the last keys. */
  void awaitCharacters(int count) {
    awaitUntil(shown -> shown.length() >= count, count + " characters");
  }

  private void awaitUntil(Predicate<String> condition, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    synchronized (screen) {
      while (!condition.test(screen.substring(seen))) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0 || ended) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          throw new AssertionError("waited in vain for " + what + " in\n" + screen);
        }
        try {
          screen.wait(left);
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  /** Waits for the program's end, and returns its exit code. */
  int exitCode() {
    int exitCode = Bankml.await(process);
    reading.join();
    return exitCode;
  }

  /** Returns everything that was shown. */
  String screen() {
    synchronized (screen) {
      return screen.toString();
    }
  }
}
