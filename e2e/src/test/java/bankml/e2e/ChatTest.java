// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The interactive chat, on a terminal. */
final class ChatTest {
  private static final String LONG = "Write a very long story about the sea.";

  @TempDir private Path folder = Path.of("");

  @Test
  void itAnswersKeepsAHistoryAndLeavesWithCtrlD() throws IOException {
    Console console = chat("--temperature", "0", "--max-tokens", "4");
    console.await(">>> ");
    console.type("Say hello." + Console.ENTER);
    console.await(">>> ");
    console.type("/nonsense" + Console.ENTER);
    console.await("There is no /nonsense");
    console.await(">>> ");
    console.type(Console.CTRL_D);
    assertThat(console.exitCode()).isZero();
    assertThat(Files.readAllLines(folder.resolve("history")))
        .anyMatch(line -> line.endsWith(":Say hello."));
    assertQuiet(console);
  }

  @Test
  void ctrlCStopsTheAnswerAndTwiceTheProgram() {
    Console console = chat("--temperature", "0");
    console.await(">>> ");
    console.type(LONG + Console.ENTER);
    console.awaitCharacters(LONG.length() + 200); // what was typed is shown, too
    console.type(Console.CTRL_C);
    console.await(">>> ");
    console.type(Console.CTRL_C);
    assertThat(console.exitCode()).isEqualTo(130);
    assertQuiet(console);
  }

  @Test
  void ctrlCAtThePromptWarnsFirst() {
    Console console = chat();
    console.await(">>> ");
    console.type("half a line" + Console.CTRL_C);
    console.await("Ctrl-C again");
    console.await(">>> ");
    console.type("/bye" + Console.ENTER);
    assertThat(console.exitCode()).isZero();
  }

  @Test
  void ctrlCEndsASingleAnswerWith130() {
    Console console = chat(LONG, "--temperature", "0");
    console.awaitCharacters(60);
    console.type(Console.CTRL_C);
    assertThat(console.exitCode()).isEqualTo(130);
    assertQuiet(console);
  }

  /** Each test has a home of its own, for the history; the model is in a folder beside it. */
  private Console chat(String... arguments) {
    Bankml bankml = Bankml.here().withHome(folder);
    Path models = Bankml.homeWithModel().resolve("models");
    List<String> whole = new ArrayList<>(List.of("run", "smollm2", "--models", models.toString()));
    whole.addAll(List.of(arguments));
    return new Console(bankml, whole.toArray(String[]::new));
  }

  /** Neither Java nor a library of it says a word. */
  private static void assertQuiet(Console console) {
    assertThat(console.screen()).doesNotContain("WARNING", "Exception");
  }
}
