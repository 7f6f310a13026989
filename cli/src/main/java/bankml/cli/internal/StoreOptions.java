// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.store.ModelStore;
import bankml.store.StoredModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  StoredModel require(String typed) {
    return store().require(fileOrName(typed));
  }

  /** As {@link #require}, but empty where there is neither such a file nor such a name. */
  Optional<StoredModel> find(String typed) {
    return store().find(fileOrName(typed));
  }

  /**
   * Returns {@code typed} as a path where it is a file here, so that it is not taken for a name.
   */
  private static String fileOrName(String typed) {
    return Files.isRegularFile(Path.of(typed)) ? Path.of(".").resolve(typed).toString() : typed;
  }
}
