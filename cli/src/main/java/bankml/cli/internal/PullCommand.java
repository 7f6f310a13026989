// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.gguf.Refusal;
import bankml.store.Catalogue;
import bankml.store.ModelStore;
import bankml.store.Pull;
import bankml.store.StoredModel;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Fetches a model of the catalogue. */
@Command(
    name = "pull",
    description = "Fetches a model and keeps it only if its hash is right.",
    footer = {
      "",
      "A pull that was interrupted goes on where its last finished stage ended.",
      "Example: bankml pull smollm2"
    })
final class PullCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();

  @Parameters(paramLabel = "NAME", description = "A name of the catalogue, such as smollm2.")
  private String name = "";

  PullCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    Catalogue.Entry entry =
        ModelStore.inCatalogue(name)
            .orElseThrow(() ->
                Refusal.refused(name + " is not in the catalogue, which has: " + catalogueNames()));
    StoredModel model = pull(models.store(), entry, screen);
    screen.out().println(model.name() + " is in " + model.file());
    return 0;
  }

  /** Pulls {@code entry}, showing how far it is. */
  static StoredModel pull(ModelStore store, Catalogue.Entry entry, Screen screen) {
    return ProgressBar.during(screen, bar -> new Pull(store, entry, bar).run());
  }

  private static String catalogueNames() {
    return Catalogue.entries().stream()
        .map(Catalogue.Entry::alias)
        .collect(Collectors.joining(", "));
  }
}
