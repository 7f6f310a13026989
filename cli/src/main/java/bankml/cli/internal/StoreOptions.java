// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.store.ModelStore;
import bankml.store.StoredModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where the models are: the options and environment that all commands share. */
final class StoreOptions {
  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "Another folder to read models from; may be repeated.")
  private final List<Path> extraFolders = new ArrayList<>();

  /** Returns the store in {@code $BANKML_HOME}, by default {@code ~/.bankml}. */
  ModelStore store() {
    return new ModelStore(home().resolve("models"), extraFolders);
  }

  /** Returns where the chat keeps what was typed. */
  Path historyFile() {
    return home().resolve("history");
  }

  private static Path home() {
    String home = System.getenv("BANKML_HOME");
    return home == null || home.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".bankml")
        : Path.of(home);
  }

  /** Returns the model that {@code typed} stands for: a file's path, else a name of the store. */
  StoredModel fileOrName(String typed) {
    Path path = Path.of(typed);
    boolean isFile = Files.isRegularFile(path) && path.getNameCount() > 0;
    return store().require(isFile ? path.toAbsolutePath().toString() : typed);
  }
}
