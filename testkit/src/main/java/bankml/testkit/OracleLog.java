// SPDX-License-Identifier: Apache-2.0
package bankml.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import tools.jackson.databind.json.JsonMapper;

/**
 * What each oracle compared in this run, a JSON line a suite in {@code .build/oracles.jsonl}, so
 * that {@code ./dev check} can say which oracles ran and {@code docs/oracles.md} can be made from
 * it. Called after the comparison held.
 */
public final class OracleLog {
  private static final JsonMapper JSON = new JsonMapper();

  /** Whose answers a suite was held to. */
  public enum Authority {
    /** The compiled reference, asked in this run. */
    LIVE,
    /** The same release's kernels as npm ships them, called in this run. */
    NPM,
    /** The compiled reference's answers as they are kept in the project. */
    RECORDED,
    /** Nobody: this machine has no authority for the suite. */
    NONE
  }

  private OracleLog() {}

  /**
   * Notes that {@code cases} comparisons of {@code suite} were all equal to the {@code authority}'s
   * answers.
   */
  public static void equal(String suite, Authority authority, long cases) {
    var line =
        JSON.createObjectNode()
            .put("suite", suite)
            .put("authority", authority.name().toLowerCase(java.util.Locale.ROOT))
            .put("cases", cases);
    Path log = Reference.projectRoot().resolve(".build/oracles.jsonl");
    try {
      Files.createDirectories(log.getParent());
      Files.write(
          log,
          (JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
