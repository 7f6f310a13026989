// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.engine.GenerateRequest;
import bankml.engine.LoadedModel;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Handler;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.serving.Answering;
import bankml.server.internal.serving.Serving;
import bankml.text.ChatMessage;
import bankml.text.ChatRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /api/generate}. */
final class GenerateHandler implements Handler {
  private static final Set<String> FIELDS =
      ChatHandler.with(
          Asked.FIELDS, "prompt", "suffix", "system", "template", "context", "raw", "images");

  private final Serving serving;

  GenerateHandler(Serving serving) {
    this.serving = serving;
  }

  @Override
  public void handle(Exchange exchange) {
    Fields fields = OllamaBody.read(exchange, FIELDS);
    String prompt = fields.text("prompt").orElse("");
    OllamaName name = OllamaName.parse(fields.text("model").orElse(""));
    Models models = new Models(serving);
    Asked asked = Asked.of(fields, name, models.ofGenerate(name), serving);
    requireSupported(fields, name);
    GeneratedAnswer answer = new GeneratedAnswer(exchange, asked);
    if (prompt.isEmpty()) {
      Models.loadOrUnload(serving, exchange, asked, answer);
    } else if (asked.debug()) {
      answer.showPrompt(models.shown(exchange, asked, model -> fit(model, asked, fields, prompt)));
    } else {
      answer.finish(
          new Answering(serving, exchange)
              .answer(
                  asked.stored(),
                  asked.keepAlive(),
                  model -> request(model, asked, fields, prompt),
                  answer));
    }
  }

  private static void requireSupported(Fields fields, OllamaName name) {
    boolean raw = fields.flag("raw").orElse(false);
    boolean system = fields.text("system").filter(s -> !s.isEmpty()).isPresent();
    boolean template = fields.text("template").filter(s -> !s.isEmpty()).isPresent();
    boolean context = !fields.list("context").isEmpty();
    if (raw && (system || template || context)) {
      throw HttpRefusal.ofField("raw", "raw mode does not support template, system, or context");
    }
    if (fields.text("suffix").filter(s -> !s.isEmpty()).isPresent()) {
      throw HttpRefusal.ofField("suffix", name.full() + " does not support insert");
    }
    if (template) {
      throw HttpRefusal.ofField(
          "template",
          "\"template\" is not supported: prompts are made by the model's own template");
    }
    if (context) {
      throw HttpRefusal.ofField(
          "context", "\"context\" is not supported: send the conversation to /api/chat");
    }
    if (!fields.list("images").isEmpty()) {
      throw HttpRefusal.ofField("images", "images are not supported: text only");
    }
  }

  private GenerateRequest request(LoadedModel model, Asked asked, Fields fields, String prompt) {
    return asked.request(fit(model, asked, fields, prompt).tokens());
  }

  private ContextFit.Fitted fit(LoadedModel model, Asked asked, Fields fields, String prompt) {
    String text =
        fields.flag("raw").orElse(false)
            ? prompt
            : serving.template(model).render(ChatRequest.of(conversation(fields, prompt)));
    return new ContextFit(
            messages -> text,
            string -> model.tokenizer().encode(string, true, true),
            asked.promptLimit(model.engine().contextLength()))
        .fit(text);
  }

  private static List<ChatMessage> conversation(Fields fields, String prompt) {
    List<ChatMessage> messages = new ArrayList<>();
    fields
        .text("system")
        .filter(s -> !s.isEmpty())
        .ifPresent(s -> messages.add(ChatMessage.of("system", s)));
    messages.add(ChatMessage.of("user", prompt));
    return messages;
  }

  /** The lines of a generated text. */
  private static final class GeneratedAnswer extends Answer {
    GeneratedAnswer(Exchange exchange, Asked asked) {
      super(exchange, asked.name().text(), asked.streamed(), asked.topLogprobs());
    }

    @Override
    void putText(ObjectNode line, String text) {
      line.put("response", text);
    }

    @Override
    boolean logprobsFirst() {
      return false;
    }
  }
}
