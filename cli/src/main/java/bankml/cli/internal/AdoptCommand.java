// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.store.Pin;
import bankml.store.PinnedFile;
import bankml.store.StoredModel;
import bankml.store.VerifiedModel;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Pins a file as it is now. */
@Command(
    name = "adopt",
    description = "Pins a model file: records its hash and where it came from in FILE.FORK.json.",
    footer = {"", "Example: bankml adopt model.gguf --source \"https://example.org/model\""})
final class AdoptCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();

  @Parameters(paramLabel = "FILE", description = "A GGUF file, or the name of one in the store.")
  private String file = "";

  @Option(
      names = "--source",
      required = true,
      paramLabel = "TEXT",
      description = "Where the file came from.")
  private String source = "";

  AdoptCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    StoredModel model = models.require(file);
    Pin pin = ProgressBar.during(screen, bar -> VerifiedModel.adopt(model.file(), source, bar));
    PinnedFile pinned = pin.find(model.file()).orElseThrow();
    screen.out().println("sha256 " + pinned.sha256());
    screen.out().println("pinned in " + model.pinFile());
    return 0;
  }
}
