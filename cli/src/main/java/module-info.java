// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** The program: commands, interactive chat, wiring. */
@NullMarked
module bankml.cli {
  requires transitive org.jspecify;
  requires bankml.engine;
  requires bankml.server;
  requires bankml.store;
  requires java.logging;
  requires java.management;
  requires tools.jackson.databind;
  requires info.picocli;
  requires org.jline.reader;
  requires org.jline.terminal;

  exports bankml.cli;

  // picocli sets the fields of the commands.
  opens bankml.cli.internal to
      info.picocli;
}
