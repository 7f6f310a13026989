// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.GgmlType;
import bankml.gguf.GgufWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each ending of a command is one line and an exit code. */
class ProgramTest {
  @TempDir private Path folder = Path.of("");

  /** How a command ended. */
  private record Ending(int exitCode, String out, String err) {}

  @Test
  void anUnknownCommandIsWrongUsage() {
    assertThat(run("frobnicate").exitCode()).isEqualTo(64);
  }

  @Test
  void guardSaysWhatAFileIs() throws IOException {
    Path good = model();
    assertThat(run("guard", good.toString()).exitCode()).isZero();
    assertThat(run("guard", good.toString(), "--json").out()).contains("\"verdict\":\"play\"");

    Path noModel =
        Files.writeString(folder.resolve("text.gguf"), "this is no model at all, but text");
    assertOneLine(run("guard", noModel.toString()), 2, "magic");

    Path cut = Files.writeString(folder.resolve("cut.gguf"), "GGUF");
    assertOneLine(run("guard", cut.toString()), 3, "cut short");

    assertOneLine(run("guard", folder.resolve("absent.gguf").toString()), 1, "absent.gguf");
  }

  @Test
  void aFileIsVerifiedAgainstItsPin() throws IOException {
    Path file = model();
    assertOneLine(run("verify", file.toString()), 2, "pin");
    assertThat(run("adopt", file.toString(), "--source", "a test").exitCode()).isZero();
    assertThat(run("verify", file.toString()).exitCode()).isZero();

    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    Ending changed = run("verify", file.toString());
    assertOneLine(changed, 2, "sha256");
    assertThat(changed.err()).containsPattern("[0-9a-f]{64}.*[0-9a-f]{64}");
  }

  @Test
  void whatThePlanDoesNotKnowIsRefused() throws IOException {
    Path file = model();
    run("adopt", file.toString(), "--source", "a test");
    assertOneLine(run("generate", file.toString(), "Hi"), 2, "refuse");
  }

  private Path model() {
    Path file = folder.resolve("tiny.gguf");
    new GgufWriter()
        .put("general.architecture", "nothing")
        .tensor("t", List.of(4L), GgmlType.F32, MemorySegment.ofArray(new byte[16]))
        .write(file);
    return file;
  }

  private static void assertOneLine(Ending ending, int exitCode, String part) {
    assertThat(ending.exitCode()).as(ending.err()).isEqualTo(exitCode);
    assertThat(ending.err().strip().lines()).hasSize(1);
    assertThat(ending.err()).startsWith("bankml ").contains(part);
  }

  private static Ending run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Screen screen = new Screen(stream(out), stream(err), false);
    int exitCode = new Program(screen).run(arguments);
    screen.flush();
    return new Ending(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
