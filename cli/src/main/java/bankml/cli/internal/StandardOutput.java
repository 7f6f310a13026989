// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.Refusal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** Standard output, which remembers that it could not be written. */
public final class StandardOutput extends FileOutputStream {
  private String failure = "";

  /** Takes the process's standard output. */
  public StandardOutput() {
    super(FileDescriptor.out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      super.write(bytes, offset, length);
    } catch (IOException e) {
      failure = String.valueOf(e.getMessage());
      throw e;
    }
  }

  /**
   * Returns the exit code of a command that ended with {@code exitCode}: lost output is a failure,
   * and is told unless the reader simply went away.
   */
  public int exitCode(int exitCode, Screen screen) {
    if (failure.isEmpty() || exitCode != 0) {
      return exitCode;
    }
    if (!failure.equals("Broken pipe")) {
      screen.say("bankml: refuse: cannot write to standard output: " + failure);
    }
    return Refusal.Kind.IO.exitCode();
  }
}
