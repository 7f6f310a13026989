// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.Version;
import bankml.kernels.Provider;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says what this program is. */
@Command(
    name = "version",
    description = "Prints bankml's version.",
    footer = {"", "Example: bankml version --verbose"})
final class VersionCommand implements Callable<Integer> {
  private final Screen screen;

  @Option(names = "--verbose", description = "Print what it runs on, too.")
  private boolean verbose;

  VersionCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    screen.out().println("bankml " + Version.TEXT);
    if (verbose) {
      Runtime.Version java = Runtime.version();
      screen.out().println("java      " + java + ", " + System.getProperty("java.vm.name"));
      screen
          .out()
          .println(
              "machine   " + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
      screen.out().println("threads   " + Runtime.getRuntime().availableProcessors());
      screen.out().println("kernels   " + Provider.fastest());
      screen.out().println("reference llama.cpp b11192");
    }
    return 0;
  }
}
