// SPDX-License-Identifier: Apache-2.0
package bankml.server.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankml.server.RawClient;
import bankml.server.Served;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every recorded request to a real Ollama server, sent to ours: all that is different must be in
 * the list of deliberate differences, and all of the list must be seen.
 */
class ReplayTest {
  /** Groups whose routes are there. */
  private static final List<String> GROUPS =
      List.of(
          "root",
          "cors",
          "badbody",
          "names",
          "account",
          "tags",
          "ps",
          "show",
          "chat",
          "generate",
          "options",
          "keep_alive",
          "think",
          "delete",
          "pull",
          "push",
          "truncate");

  /** Routes of another API, whose groups are not there yet. */
  private static final String NOT_YET = "/v1/";

  @TempDir private Path folder = Path.of("");

  @Test
  void answersAsOllamaDoesButForTheListedDifferences() {
    Optional<Path> recordings = Recording.folder();
    assumeTrue(recordings.isPresent(), "no recordings on this machine");
    DifferenceList list = DifferenceList.read();
    List<String> unlisted = new ArrayList<>();
    try (Served served = Served.start(folder).orElseThrow()) {
      for (String group : groups()) {
        List<Recording> all = Recording.of(recordings.get(), group);
        Preparation preparation = new Preparation(served, all);
        for (Recording recorded : all) {
          if (!recorded.path().startsWith(NOT_YET)) {
            unlisted.addAll(replay(served.uri(), preparation, recorded, list));
          }
        }
      }
    }
    assertThat(unlisted).as("differences that are not listed").isEmpty();
    if (System.getenv("BANKML_REPLAY") == null) {
      assertThat(list.unused()).as("listed differences that nothing showed").isEmpty();
    }
  }

  private static List<String> groups() {
    String chosen = System.getenv("BANKML_REPLAY");
    return chosen == null ? GROUPS : List.of(chosen.split(","));
  }

  private static List<String> replay(
      URI server, Preparation preparation, Recording recorded, DifferenceList list) {
    preparation.prepare(recorded);
    RawClient.Answer answer = preparation.ask(server, recorded);
    List<String> unlisted = new ArrayList<>();
    for (String difference : Comparison.differences(recorded, answer)) {
      if (!list.covers(recorded.name(), difference, answer.body())) {
        String body = answer.body();
        unlisted.add(
            recorded.name()
                + ": "
                + difference
                + ": "
                + body.substring(0, Math.min(body.length(), 300)));
      }
    }
    return unlisted;
  }
}
