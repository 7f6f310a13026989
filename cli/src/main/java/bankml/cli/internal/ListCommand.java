// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.Refusal;
import bankml.store.Catalogue;
import bankml.store.ModelStore;
import bankml.store.Pin;
import bankml.store.StoredModel;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the models that are there, and those that could be. */
@Command(
    name = "list",
    aliases = "ls",
    description = "Lists the models of the store and of the catalogue.",
    footer = {"", "Example: bankml list --models /mnt/models"})
final class ListCommand implements Callable<Integer> {
  private static final String ROW = "%-32s %9s  %s%n";

  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();

  ListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    ModelStore store = models.store();
    List<StoredModel> stored = store.list();
    screen.out().printf(ROW, "NAME", "SIZE", "SOURCE");
    for (StoredModel model : stored) {
      long megabytes = model.file().toFile().length() / 1_000_000;
      screen.out().printf(ROW, model.name(), "%,d MB".formatted(megabytes), source(model));
    }
    for (Catalogue.Entry entry : Catalogue.entries()) {
      if (store.find(entry.alias()).isEmpty()) {
        long megabytes = entry.file().bytes() / 1_000_000;
        screen.out().printf(ROW, entry.alias(), "%,d MB".formatted(megabytes), "can be pulled");
      }
    }
    return 0;
  }

  private static String source(StoredModel model) {
    if (Files.notExists(model.pinFile())) {
      return "not pinned; adopt it before use";
    }
    try {
      return Pin.read(model.pinFile()).source();
    } catch (Refusal broken) {
      return String.valueOf(broken.getMessage());
    }
  }
}
