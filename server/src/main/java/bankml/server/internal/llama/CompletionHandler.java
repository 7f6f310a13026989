// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.engine.GenerateRequest;
import bankml.engine.LoadedModel;
import bankml.sampling.SamplingFields;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Handler;
import bankml.server.internal.json.Fields;
import bankml.server.internal.openai.AskedModel;
import bankml.server.internal.openai.CompletionFields;
import bankml.server.internal.openai.Harmless;
import bankml.server.internal.openai.OpenAiBody;
import bankml.server.internal.openai.Prompt;
import bankml.server.internal.serving.Answering;
import bankml.server.internal.serving.Serving;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** {@code POST /completion}: llama-server's own way to continue a raw prompt. */
final class CompletionHandler implements Handler {
  private static final Set<String> FIELDS = fields();

  private final Serving serving;

  CompletionHandler(Serving serving) {
    this.serving = serving;
  }

  private static Set<String> fields() {
    Set<String> names =
        new HashSet<>(CompletionFields.names(Harmless.COMMON, "prompt", "return_tokens"));
    names.addAll(SamplingFields.CONSTRAINTS);
    return Set.copyOf(names);
  }

  @Override
  public void handle(Exchange exchange) {
    Fields fields = OpenAiBody.fields(exchange, FIELDS);
    Harmless.require(fields, Harmless.COMMON);
    JsonNode prompt = Prompt.require(fields);
    CompletionFields asked = CompletionFields.of(fields, -1);
    boolean tokens = fields.flag("return_tokens").orElse(false);
    AskedModel model = OnlyModel.orNamed(fields, serving);
    CompletionAnswer answer = new CompletionAnswer(exchange, model.name(), asked, tokens);
    answer.finish(
        new Answering(serving, exchange)
            .answer(
                model.stored(),
                serving.keepAlive(),
                loaded -> request(loaded, prompt, asked, answer),
                answer));
  }

  private static GenerateRequest request(
      LoadedModel model, JsonNode prompt, CompletionFields asked, CompletionAnswer answer) {
    List<Integer> tokens = Prompt.tokens(prompt, model.tokenizer(), true, true);
    answer.prompt(tokens);
    return asked.request(tokens);
  }
}
