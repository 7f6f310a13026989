// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs {@code llama-bench}, the program that measures llama.cpp, on one model file. */
record LlamaBench(Path program, Path model, int threads) {
  private static final JsonMapper JSON = new JsonMapper();

  LlamaBench {
    if (!Files.isExecutable(program)) {
      throw new Refusal(
          Refusal.Kind.IO, "--vs " + program + ": not a program; give the path of llama-bench");
    }
  }

  /** Measures once; the program warms itself up. */
  Speed measure() {
    JsonNode tests = run();
    return new Speed(rate(tests, 0, Speed.GENERATED), rate(tests, 128, 0), rate(tests, 512, 0));
  }

  private JsonNode run() {
    try {
      Process process =
          new ProcessBuilder(
                  program.toString(),
                  "-m",
                  model.toString(),
                  "-t",
                  Integer.toString(threads),
                  "-p",
                  "128,512",
                  "-n",
                  Integer.toString(Speed.GENERATED),
                  "-r",
                  "1",
                  "-o",
                  "json")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output =
          new String(
              process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      int exitCode = process.waitFor();
      if (exitCode != 0) {
        throw new Refusal(Refusal.Kind.IO, program + " ended with exit code " + exitCode);
      }
      return JSON.readTree(output);
    } catch (IOException e) {
      throw new Refusal(Refusal.Kind.IO, program + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal(Refusal.Kind.IO, program + " was interrupted", e);
    }
  }

  private double rate(JsonNode tests, int prompt, int generated) {
    for (JsonNode test : tests) {
      if (test.path("n_prompt").intValue() == prompt
          && test.path("n_gen").intValue() == generated) {
        return test.path("avg_ts").doubleValue();
      }
    }
    throw new Refusal(
        Refusal.Kind.IO,
        program + " reported no test of " + prompt + " + " + generated + " tokens");
  }
}
