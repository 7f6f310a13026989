// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where a command writes: answers to {@code out}, everything else to {@code err}, both in UTF-8
 * whatever the locale.
 *
 * @param errIsTerminal whether a person watches {@code err}, who is shown progress
 */
public record Screen(PrintStream out, PrintStream err, boolean errIsTerminal) {

  /** Returns the screen of this process; the launcher says what standard error is. */
  public static Screen ofProcess(StandardOutput out) {
    return new Screen(
        utf8(out),
        utf8(new FileOutputStream(FileDescriptor.err)),
        Boolean.getBoolean("bankml.terminal"));
  }

  private static PrintStream utf8(FileOutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  /** Returns whether a person types here and reads what is printed; the launcher says so. */
  boolean isInteractive() {
    return Boolean.getBoolean("bankml.interactive");
  }

  /** Returns {@code out} as the command line's parser wants it. */
  PrintWriter outWriter() {
    return new PrintWriter(out, true, StandardCharsets.UTF_8);
  }

  /** Returns {@code err} as the command line's parser wants it. */
  PrintWriter errWriter() {
    return new PrintWriter(err, true, StandardCharsets.UTF_8);
  }

  /** Says something to the person at the keyboard. */
  void say(String line) {
    err.println(line);
  }

  /** Writes what is still held back. */
  public void flush() {
    out.flush();
    err.flush();
  }
}
