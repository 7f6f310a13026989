// SPDX-License-Identifier: Apache-2.0
package bankml.cli;

import bankml.cli.internal.Program;
import bankml.cli.internal.Screen;
import bankml.cli.internal.StandardOutput;

/** Where the program starts. */
public final class Main {
  private Main() {}

  /** Runs the command in {@code arguments} and ends with its exit code. */
  public static void main(String[] arguments) {
    StandardOutput out = new StandardOutput();
    Screen screen = Screen.ofProcess(out);
    int exitCode = new Program(screen).run(arguments);
    screen.flush();
    exitCode = out.exitCode(exitCode, screen);
    // Not a return: worker threads may still be parked.
    Runtime.getRuntime().halt(exitCode);
  }
}
