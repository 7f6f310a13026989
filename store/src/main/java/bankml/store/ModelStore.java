// SPDX-License-Identifier: Apache-2.0
package bankml.store;

import bankml.gguf.Refusal;
import bankml.store.internal.Disk;
import bankml.store.internal.ModelNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The models folder and the read-only folders beside it. A model's name is its file's stem in lower
 * case; where two folders hold one name, the earlier folder wins. Immutable: every call looks at
 * the disk as it is now.
 */
public final class ModelStore {
  private final Path folder;
  private final List<Path> extraFolders;

  /**
   * Names a store; the folders need not exist yet.
   *
   * @param folder where models are pulled to
   * @param extraFolders more folders to read models from, never written
   */
  public ModelStore(Path folder, List<Path> extraFolders) {
    this.folder = folder;
    this.extraFolders = List.copyOf(extraFolders);
  }

  /** Returns the folder that models are pulled to. */
  public Path folder() {
    return folder;
  }

  /** Returns every model file of the store, by name. Refuses a folder that cannot be read. */
  public List<StoredModel> list() {
    Map<String, StoredModel> models = new TreeMap<>();
    addFrom(folder, false, models);
    for (Path extra : extraFolders) {
      addFrom(extra, true, models);
    }
    return List.copyOf(models.values());
  }

  /**
   * Returns the model that {@code typed} names: a path with a separator in it, else a name, {@code
   * name:latest}, a file name, a short name of the catalogue, or a name without its weight type
   * where only one pinned model has that base. Refuses with what there is.
   */
  public StoredModel require(String typed) {
    if (isPath(typed)) {
      Path file = Path.of(typed);
      if (!Files.exists(file)) {
        throw Disk.io("cannot read " + file + ": no such file");
      }
      return new StoredModel(ModelNames.ofFile(file), file);
    }
    return find(typed).orElseThrow(() -> unknown(typed));
  }

  /** As {@link #require}, but empty where no model of the store has that name. */
  public Optional<StoredModel> find(String typed) {
    if (isPath(typed)) {
      return Optional.of(require(typed));
    }
    String name = ModelNames.ofText(typed);
    String catalogued =
        Catalogue.find(name).map(e -> ModelNames.ofText(e.file().path())).orElse(name);
    List<StoredModel> models = list();
    return named(models, name)
        .or(() -> named(models, catalogued))
        .or(() -> onlyOneWithBase(models, name));
  }

  /**
   * Returns the catalogue's model of that short or full name, which may still have to be pulled.
   */
  public static Optional<Catalogue.Entry> inCatalogue(String typed) {
    String name = ModelNames.ofText(typed);
    return Catalogue.find(name)
        .or(() ->
            Catalogue.entries().stream()
                .filter(e -> ModelNames.ofText(e.file().path()).equals(name))
                .findFirst());
  }

  private static boolean isPath(String typed) {
    return typed.contains("/") || typed.contains(java.io.File.separator);
  }

  private static Optional<StoredModel> named(List<StoredModel> models, String name) {
    return models.stream().filter(m -> m.name().equals(name)).findFirst();
  }

  private static Optional<StoredModel> onlyOneWithBase(List<StoredModel> models, String base) {
    List<StoredModel> pinned =
        models.stream()
            .filter(m -> ModelNames.base(m.name()).equals(base) && Files.exists(m.pinFile()))
            .toList();
    if (pinned.size() > 1) {
      throw Refusal.refused(
          base
              + " could be any of "
              + String.join(", ", pinned.stream().map(StoredModel::name).toList()));
    }
    return pinned.stream().findFirst();
  }

  private Refusal unknown(String typed) {
    List<String> names = new ArrayList<>(list().stream().map(StoredModel::name).toList());
    Catalogue.entries().stream()
        .map(Catalogue.Entry::alias)
        .filter(alias -> find(alias).isEmpty())
        .forEach(alias -> names.add(alias + " (can be pulled)"));
    return Refusal.refused(
        "no model is called "
            + typed
            + " in "
            + folder
            + "; there are: "
            + String.join(", ", names));
  }

  private static void addFrom(Path folder, boolean mustExist, Map<String, StoredModel> models) {
    if (Files.notExists(folder) && !Files.isSymbolicLink(folder) && !mustExist) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(f -> ModelNames.isModelFile(f) && Files.isRegularFile(f))
          .sorted()
          .map(f -> new StoredModel(ModelNames.ofFile(f), f))
          .forEach(m -> models.putIfAbsent(m.name(), m));
    } catch (IOException e) {
      throw Disk.failure("cannot read the models folder " + folder, e);
    }
  }
}
