// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.e2e.Bankml.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How the launcher finds a JDK and builds. The builds are of a copy of the launcher whose Maven is
 * a stand-in that counts its calls and hands out the jars of this checkout.
 */
final class LauncherTest {
  @TempDir private Path folder = Path.of("");

  private Path checkout = Path.of("");
  private Path calls = Path.of("");
  private Path sources = Path.of("");

  @BeforeEach
  void copyTheLauncher() throws IOException {
    Bankml.here().run("version").isQuietSuccess(); // so that there are jars
    checkout = Files.createDirectory(folder.resolve("a check out"));
    calls = folder.resolve("calls");
    sources = Files.createDirectories(checkout.resolve("cli/src/main")).resolve("Main.java");
    Files.copy(Bankml.here().launcher(), checkout.resolve("bankml"));
    Files.writeString(checkout.resolve("pom.xml"), "");
    Files.writeString(checkout.resolve("cli/pom.xml"), "");
    Files.writeString(sources, "");
    maven(
        "sleep 1; rm -rf cli/target; mkdir cli/target; cp -R \"$jars\" cli/target/lib;"
            + " mv cli/target/lib/bankml-cli-*.jar cli/target/");
  }

  @Test
  void anyWrongJavaHomeIsPassedOver() throws IOException {
    Path old = folder.resolve("jdk-17");
    Files.createDirectories(old.resolve("bin"));
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    for (String program : new String[] {"java", "javac"}) {
      Script.write(old.resolve("bin").resolve(program), "exit 9");
    }
    for (String home : new String[] {"", "/nowhere", old.toString()}) {
      Ending ending = Bankml.here().with("JAVA_HOME", home).run("version", "--verbose");
      assertThat(ending.isQuietSuccess().out()).containsPattern("java +(2[5-9]|[3-9]\\d)");
    }
  }

  /** Without the launcher's flags the program says what is missing, and never runs slowly. */
  @Test
  void whatIsStartedWithoutTheLauncherSaysWhatIsMissing() {
    String java = Bankml.here().run("--print-jdk").isQuietSuccess().out().strip() + "/bin/java";
    Path jars = Bankml.here().launcher().resolveSibling(".build/lib");
    Bankml.withModel()
        .startedAs(Path.of(java))
        .run("-p", jars.toString(), "-m", "bankml.cli/bankml.cli.Main", "run", "smollm2", "Hi")
        .refused(2, "start with the launcher, ./bankml", "--add-modules jdk.incubator.vector");
  }

  @Test
  void itBuildsOnceAndAgainAfterAChange() throws IOException {
    Ending first = run();
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.err()).contains("building, once");
    run().isQuietSuccess();
    assertThat(builds()).isEqualTo(1);

    Files.setLastModifiedTime(sources, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(run().exitCode()).isZero();
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void twoAtOnceBuildOnce() {
    CompletableFuture<Ending> other = CompletableFuture.supplyAsync(this::run);
    assertThat(run().exitCode()).isZero();
    assertThat(other.join().exitCode()).isZero();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void aFailedBuildSaysWhyAndIsTriedAgain() throws IOException {
    maven("echo '[ERROR] no such library'; exit 1");
    Ending failed = run();
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err()).contains("the build failed", "no such library");
    run();
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void aKilledBuildLeavesNoLock() throws IOException {
    Process killed = copied().start("version");
    while (!Files.isSymbolicLink(checkout.resolve(".build/lock"))) {
      Thread.onSpinWait();
    }
    List<ProcessHandle> maven = killed.descendants().toList();
    killed.destroyForcibly();
    maven.forEach(process -> process.onExit().join()); // it is not the launcher's to end
    Bankml.await(killed);
    assertThat(run().exitCode()).isZero();
    run().isQuietSuccess();
  }

  @Test
  void aCheckoutThatWasBuiltMayBeReadOnly() throws IOException {
    assertThat(run().exitCode()).isZero();
    assertThat(copied().shell("chmod -R a-w .").exitCode()).isZero();
    try {
      run().isQuietSuccess();
    } finally {
      copied().shell("chmod -R u+w .");
    }
  }

  private Bankml copied() {
    return Bankml.here()
        .startedAs(checkout.resolve("bankml"))
        .in(checkout)
        .with("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"))
        .with("jars", Bankml.here().launcher().resolveSibling(".build/lib").toString());
  }

  private Ending run() {
    return copied().run("version");
  }

  private long builds() {
    try (Stream<String> lines = Files.lines(calls)) {
      return lines.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Puts a Maven on the path that does {@code building}. */
  private void maven(String building) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Script.write(
        bin.resolve("mvn"),
        "if [ \"$1\" = -v ]; then echo 'Apache Maven 3.9.9'; exit; fi\n"
            + ("echo build >>'" + calls + "'\n")
            + building);
  }
}
