// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.store.VerifiedModel;
import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the tokens of a text. */
@Command(
    name = "tokenize",
    description = "Prints a text's token ids as a JSON list.",
    footer = {"", "Example: bankml tokenize smollm2 \"Hello, world\""})
final class TokenizeCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "A model of the store, or a file's path.")
  private String name = "";

  @Parameters(
      index = "1..*",
      paramLabel = "TEXT",
      description = "The text; standard input unless it is given.")
  private final List<String> words = new ArrayList<>();

  @Option(names = "--add-special", description = "Add the tokens that begin and end a text.")
  private boolean addSpecial;

  @Option(
      names = "--no-parse-special",
      description = "Take control tokens that are spelled out in the text as plain text.")
  private boolean plain;

  TokenizeCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    String text = Input.textOf(words);
    try (VerifiedModel model =
        ProgressBar.during(screen, bar -> VerifiedModel.open(models.require(name), bar))) {
      Tokenizer tokenizer = Tokenizer.of(model.file().header());
      screen.out().println(Arrays.toString(tokenizer.encode(text, addSpecial, !plain)));
    }
    return 0;
  }
}
