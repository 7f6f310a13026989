// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.testkit.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The launcher, started as a process with an environment and an input. Immutable. */
record Bankml(Path launcher, Path folder, Map<String, String> environment, String input) {
  /** The name under which the catalogue's model is stored, and its file. */
  static final String MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf";

  /** Longer than anything takes on a busy machine: what takes longer hangs. */
  private static final long PATIENCE_SECONDS = 120;

  private static final Path CACHED_HOME =
      Path.of(System.getProperty("user.home"), ".cache", "bankml", "e2e");

  /** How a command ended. */
  record Ending(int exitCode, String out, String err) {

    /** Succeeds where it ended well, with nothing said on standard error. */
    Ending isQuietSuccess() {
      assertThat(exitCode).as(err).isZero();
      assertThat(err).isEmpty();
      return this;
    }

    /** Succeeds where it ended in {@code exitCode} with one line of reason that has the parts. */
    Ending refused(int exitCode, String... parts) {
      assertThat(this.exitCode).as(err).isEqualTo(exitCode);
      assertThat(err.lines()).hasSize(1);
      assertThat(err).startsWith("bankml").contains("refuse: ").contains(parts);
      return this;
    }
  }

  /** The launcher of this checkout; the models folder is one that holds the real model. */
  static Bankml withModel() {
    return here().withHome(homeWithModel());
  }

  /** The launcher of this checkout, with the folders of whoever runs the tests. */
  static Bankml here() {
    Path root = Reference.projectRoot();
    return new Bankml(root.resolve("bankml"), root, Map.of(), "");
  }

  /** Returns a {@code BANKML_HOME} that holds the real model, pulled by the program itself. */
  static Path homeWithModel() {
    if (!Files.exists(modelIn(CACHED_HOME))) {
      here().withHome(CACHED_HOME).run("pull", "smollm2").isQuietSuccess();
    }
    return CACHED_HOME;
  }

  /** Returns where the model is under the {@code BANKML_HOME} called {@code home}. */
  static Path modelIn(Path home) {
    return home.resolve("models").resolve(MODEL);
  }

  Bankml withHome(Path home) {
    return with("BANKML_HOME", home.toString());
  }

  /** Sets an environment variable; an empty value takes it away. */
  Bankml with(String variable, String value) {
    Map<String, String> changed = new HashMap<>(environment);
    changed.put(variable, value);
    return new Bankml(launcher, folder, Map.copyOf(changed), input);
  }

  Bankml startedAs(Path otherLauncher) {
    return new Bankml(otherLauncher, folder, environment, input);
  }

  Bankml in(Path otherFolder) {
    return new Bankml(launcher, otherFolder, environment, input);
  }

  Bankml reading(String text) {
    return new Bankml(launcher, folder, environment, text);
  }

  /** Runs a command to its end. Fails where it hangs. */
  Ending run(String... arguments) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(Arrays.asList(arguments));
    return runCommand(command);
  }

  /** Runs a line of shell in which {@code "$bankml"} is the launcher. */
  Ending shell(String line) {
    return with("bankml", launcher.toString()).runCommand(List.of("sh", "-c", line));
  }

  private Ending runCommand(List<String> command) {
    try {
      Path out = Files.createTempFile("bankml", ".out");
      Path err = Files.createTempFile("bankml", ".err");
      Path in = Files.createTempFile("bankml", ".in");
      try {
        Files.writeString(in, input);
        Process process =
            builder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int exitCode = await(process);
        return new Ending(exitCode, Files.readString(out), Files.readString(err));
      } finally {
        Files.delete(out);
        Files.delete(err);
        Files.delete(in);
      }
    } catch (IOException e) {
      throw new AssertionError(command + " cannot be run", e);
    }
  }

  /** Starts a command whose streams are the test's. */
  Process start(String... arguments) {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(Arrays.asList(arguments));
    return startCommand(command);
  }

  /** Starts any program in the launcher's place, with the same folder and environment. */
  Process startCommand(List<String> command) {
    try {
      return builder(command).start();
    } catch (IOException e) {
      throw new AssertionError(command + " cannot be started", e);
    }
  }

  private ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> variables = builder.environment();
    variables.keySet().removeIf(name -> name.startsWith("BANKML_"));
    environment.forEach((name, value) -> {
      if (value.isEmpty()) {
        variables.remove(name);
      } else {
        variables.put(name, value);
      }
    });
    return builder;
  }

  /** Waits for the end of {@code process} and returns its exit code. Fails where it hangs. */
  static int await(Process process) {
    try {
      if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError(process.info() + " hangs");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
