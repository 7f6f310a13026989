// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs that stand in for others on a test's path. */
final class Script {
  private Script() {}

  /** Writes lines of shell as a program. */
  static void write(Path file, String lines) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + lines + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Writes a program that is another one, called with the arguments before its own. */
  static void calling(Path file, Path program, String arguments) throws IOException {
    write(file, "exec '" + program + "' " + arguments + " \"$@\"");
  }
}
