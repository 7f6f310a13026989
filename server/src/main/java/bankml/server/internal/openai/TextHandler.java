// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.sampling.SamplingFields;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Handler;
import bankml.server.internal.json.Fields;
import bankml.server.internal.serving.Answering;
import bankml.server.internal.serving.Serving;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /v1/completions}: a raw prompt, without a template. */
final class TextHandler implements Handler {
  private static final int MOST_LOGPROBS = 20;

  private static final Set<String> FIELDS = fields();

  private final Serving serving;

  TextHandler(Serving serving) {
    this.serving = serving;
  }

  private static Set<String> fields() {
    Set<String> names = new HashSet<>(CompletionFields.names(Harmless.TEXT, "prompt", "logprobs"));
    names.addAll(SamplingFields.CONSTRAINTS);
    return Set.copyOf(names);
  }

  @Override
  public void handle(Exchange exchange) {
    Fields fields = OpenAiBody.fields(exchange, FIELDS);
    AskedModel model = AskedModel.of(fields, serving);
    Harmless.require(fields, Harmless.TEXT);
    JsonNode prompt = Prompt.require(fields);
    CompletionFields asked = CompletionFields.of(fields, alternatives(fields));
    TextAnswer answer = new TextAnswer(exchange, model.name(), asked);
    answer.finish(
        new Answering(serving, exchange)
            .answer(
                model.stored(),
                serving.keepAlive(),
                loaded -> asked.request(Prompt.tokens(prompt, loaded.tokenizer(), true, true)),
                answer));
  }

  /** As in llama-server, 0 asks for none. */
  private static int alternatives(Fields fields) {
    int logprobs = fields.whole("logprobs", 0, MOST_LOGPROBS).map(Long::intValue).orElse(0);
    return logprobs == 0 ? -1 : logprobs;
  }

  /** A text that goes on. */
  private static final class TextAnswer extends OpenAiAnswer {
    TextAnswer(Exchange exchange, String model, CompletionFields fields) {
      super(exchange, "cmpl-", model, fields);
    }

    @Override
    String object(boolean part) {
      return "text_completion";
    }

    @Override
    Said said(String text) {
      return new Said("", text);
    }

    @Override
    void putText(ObjectNode choice, Said said, boolean part) {
      choice.put("text", said.text());
    }
  }
}
