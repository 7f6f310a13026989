// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.ComputeSettings;
import bankml.engine.LoadedModel;
import bankml.gguf.Refusal;
import bankml.model.Profile;
import bankml.store.StoredModel;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a model is run; of these only the reference's threads can shape an answer. */
final class ComputeOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Worker threads; $$BANKML_THREADS, else one for each processor.")
  private @Nullable Integer threads;

  @Option(
      names = "--ctx",
      paramLabel = "N",
      description =
          "Tokens of prompt and answer together, at most as many as the model was trained on"
              + " (default: ${DEFAULT-VALUE}).")
  private int contextLength = 4096;

  /** Returns how many threads compute. */
  int threads() {
    return threads == null
        ? environment("BANKML_THREADS", Runtime.getRuntime().availableProcessors())
        : positive("--threads", threads);
  }

  /** Returns how many tokens fit. */
  int contextLength() {
    return positive("--ctx", contextLength);
  }

  /** Returns all of it. */
  ComputeSettings settings() {
    return ComputeSettings.of(threads(), profile(), contextLength());
  }

  /** Loads {@code stored}; a bar shows how far its hash is. */
  LoadedModel load(StoredModel stored, Screen screen) {
    VectorModule.open();
    return ProgressBar.during(screen, bar -> LoadedModel.open(stored, settings(), bar));
  }

  /** Returns the reference whose bits are computed; {@code $BANKML_REFERENCE_THREADS} is its -t. */
  Profile profile() {
    return new Profile(
        environment("BANKML_REFERENCE_THREADS", Profile.DEFAULT.referenceThreads()),
        Profile.DEFAULT.microBatch());
  }

  private static int environment(String variable, int otherwise) {
    String value = System.getenv(variable);
    if (value == null || value.isBlank()) {
      return otherwise;
    }
    try {
      return positive(variable, Integer.parseInt(value.strip()));
    } catch (NumberFormatException e) {
      throw new Refusal(
          Refusal.Kind.USAGE, variable + " is " + value + ": a whole number is accepted", e);
    }
  }

  private static int positive(String name, int value) {
    if (value < 1) {
      throw new Refusal(Refusal.Kind.USAGE, name + " " + value + ": 1 or more is possible");
    }
    return value;
  }
}
