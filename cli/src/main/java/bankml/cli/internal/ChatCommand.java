// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.Generation;
import bankml.engine.LoadedModel;
import bankml.text.ChatTemplate;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers one chat request. */
@Command(
    name = "chat",
    description = "Answers the chat request in a file, as JSON.",
    footer = {
      "",
      "The file is a body of /v1/chat/completions. The answer has text, tokens, prompt_tokens,",
      "completion_tokens, finish_reason, timings and receipt, whose request_sha256 is the file's.",
      "Example: bankml chat smollm2 --file request.json"
    })
final class ChatCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private final StoreOptions models = new StoreOptions();
  @Mixin private final ComputeOptions compute = new ComputeOptions();

  @Parameters(paramLabel = "NAME", description = "A model of the store, or a file's path.")
  private String name = "";

  @Option(names = "--file", required = true, paramLabel = "REQUEST", description = "The request.")
  private Path file = Path.of("");

  ChatCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    byte[] body = Input.file(file);
    ChatBody request = ChatBody.parse(body);
    try (LoadedModel model = compute.load(models.require(name), screen)) {
      ChatTemplate template = ChatTemplate.of(model.header(), model.tokenizer());
      int[] tokens = model.tokenizer().encode(template.render(request.chat()), true, true);
      Generation answer = model.engine().generate(request.continuing(tokens));
      screen.out().println(Json.write(AnswerJson.of(answer, model.receipt(body, answer))));
    }
    return 0;
  }
}
