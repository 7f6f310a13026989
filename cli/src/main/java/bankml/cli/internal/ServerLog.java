// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/** Where the server's log goes: standard error, one line a record, in UTC. */
final class ServerLog {
  private static final String SETTINGS =
      """
      handlers=java.util.logging.ConsoleHandler
      .level=WARNING
      bankml.level=LEVEL
      java.util.logging.ConsoleHandler.level=ALL
      java.util.logging.ConsoleHandler.encoding=UTF-8
      java.util.logging.ConsoleHandler.formatter=java.util.logging.SimpleFormatter
      java.util.logging.SimpleFormatter.format=%1$tFT%1$tT.%1$tL%1$tz %4$s %5$s%6$s%n
      """;

  private ServerLog() {}

  /**
   * Sets it up.
   *
   * @param level the least level of bankml's own records, by its name in java.util.logging
   */
  static void configure(String level) {
    byte[] settings = SETTINGS.replace("LEVEL", level).getBytes(StandardCharsets.ISO_8859_1);
    try {
      LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(settings));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
