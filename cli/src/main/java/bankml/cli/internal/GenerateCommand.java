// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.Generation;
import bankml.engine.LoadedModel;
import bankml.engine.TokenListener;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Continues a raw prompt. */
@Command(
    name = "generate",
    description = "Continues a prompt as it is, without the model's chat template.",
    footer = {
      "",
      "With --json: text, tokens, prompt_tokens, completion_tokens, finish_reason, timings and",
      "receipt, whose request_sha256 is the prompt's.",
      "Example: bankml generate smollm2 \"Once upon a time\" --max-tokens 40 --seed 1 --json"
    })
final class GenerateCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();
  @Mixin private final ComputeOptions compute = new ComputeOptions();
  @Mixin private final SamplingFlags sampling = new SamplingFlags();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "A model of the store, or a file's path.")
  private String name = "";

  @Parameters(
      index = "1..*",
      paramLabel = "PROMPT",
      description = "The text to continue; standard input unless it is given.")
  private final List<String> prompt = new ArrayList<>();

  @Option(names = "--json", description = "Print the answer and its receipt as one JSON object.")
  private boolean json;

  GenerateCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    String text = Input.textOf(prompt);
    try (LoadedModel model = compute.load(models.require(name), screen)) {
      int[] tokens = model.tokenizer().encode(text, true, true);
      TokenListener listener = json ? TokenListener.SILENT : new AnswerPrinter(screen);
      Generation answer = model.engine().generate(sampling.request(tokens), listener);
      if (json) {
        byte[] request = text.getBytes(StandardCharsets.UTF_8);
        screen.out().println(Json.write(AnswerJson.of(answer, model.receipt(request, answer))));
      } else {
        screen.out().println();
      }
    }
    return 0;
  }
}
