// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.store.StoredModel;
import bankml.store.VerifiedModel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a file against its pin, as every load does. */
@Command(
    name = "verify",
    aliases = "pin",
    description = "Checks a model file: the guard first, then its hash against its pin.",
    footer = {
      "",
      "Example: bankml verify smollm2",
      "Example: bankml verify model.gguf --fork pins/model.FORK.json"
    })
final class VerifyCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();

  @Parameters(paramLabel = "FILE", description = "A GGUF file, or the name of one in the store.")
  private String file = "";

  @Option(
      names = "--fork",
      paramLabel = "PIN",
      description = "The pin; FILE.FORK.json unless it is given.")
  private @Nullable Path pinFile;

  VerifyCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    StoredModel model = models.require(file);
    Path pin = Optional.ofNullable(pinFile).orElse(model.pinFile());
    try (VerifiedModel verified =
        ProgressBar.during(screen, bar -> VerifiedModel.open(model.file(), pin, bar))) {
      screen.out().println("guard: play");
      screen.out().println("sha256 " + verified.sha256() + ": as pinned");
    }
    return 0;
  }
}
