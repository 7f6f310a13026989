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
import bankml.text.ChatTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /api/chat}. */
final class ChatHandler implements Handler {
  private static final Set<String> FIELDS = with(Asked.FIELDS, "messages", "tools");
  private static final Set<String> MESSAGE_FIELDS =
      Set.of("role", "content", "thinking", "images", "tool_calls", "tool_name", "tool_call_id");

  private final Serving serving;

  ChatHandler(Serving serving) {
    this.serving = serving;
  }

  /** Returns {@code fields} and {@code more}. */
  static Set<String> with(Set<String> fields, String... more) {
    Set<String> all = new HashSet<>(fields);
    all.addAll(List.of(more));
    return Set.copyOf(all);
  }

  @Override
  public void handle(Exchange exchange) {
    Fields fields = OllamaBody.read(exchange, FIELDS);
    List<ChatMessage> messages = messages(fields);
    OllamaName name = OllamaName.parse(fields.text("model").orElse(""));
    Models models = new Models(serving);
    Asked asked = Asked.of(fields, name, models.ofChat(name), serving);
    if (!fields.list("tools").isEmpty()) {
      throw HttpRefusal.ofField("tools", name.full() + " does not support tools");
    }
    ChatAnswer answer = new ChatAnswer(exchange, asked);
    if (messages.isEmpty()) {
      Models.loadOrUnload(serving, exchange, asked, answer);
    } else if (asked.debug()) {
      answer.showPrompt(models.shown(exchange, asked, model -> fit(model, asked, messages)));
    } else {
      answer.finish(
          new Answering(serving, exchange)
              .answer(
                  asked.stored(),
                  asked.keepAlive(),
                  model -> request(model, asked, messages),
                  answer));
    }
  }

  private GenerateRequest request(LoadedModel model, Asked asked, List<ChatMessage> messages) {
    return asked.request(fit(model, asked, messages).tokens());
  }

  private ContextFit.Fitted fit(LoadedModel model, Asked asked, List<ChatMessage> messages) {
    ChatTemplate template = serving.template(model);
    return new ContextFit(
            kept -> template.render(ChatRequest.of(kept)),
            prompt -> model.tokenizer().encode(prompt, true, true),
            asked.promptLimit(model.engine().contextLength()))
        .fit(messages, asked.truncate());
  }

  private static List<ChatMessage> messages(Fields fields) {
    List<ChatMessage> messages = new ArrayList<>();
    for (JsonNode message : fields.list("messages")) {
      messages.add(message("messages[" + messages.size() + "]", message));
    }
    return messages;
  }

  private static ChatMessage message(String where, JsonNode json) {
    if (!json.isObject()) {
      throw Fields.wrong(where, json, "an object with role and content");
    }
    Fields message = Fields.ignoringCase(json, MESSAGE_FIELDS);
    if (!message.list("images").isEmpty()) {
      throw HttpRefusal.ofField(where + ".images", "images are not supported: text only");
    }
    if (!message.list("tool_calls").isEmpty()) {
      throw HttpRefusal.ofField(where + ".tool_calls", "tool calls are not built yet");
    }
    return new ChatMessage(
        message.text("role").orElse("").toLowerCase(Locale.ROOT),
        message.text("content").orElse(""),
        List.of(),
        List.of(),
        message.text("thinking").orElse(""),
        message.text("tool_name").orElse(""),
        message.text("tool_call_id").orElse(""));
  }

  /** The lines of a chat. */
  private static final class ChatAnswer extends Answer {
    ChatAnswer(Exchange exchange, Asked asked) {
      super(exchange, asked.name().text(), asked.streamed(), asked.topLogprobs());
    }

    @Override
    void putText(ObjectNode line, String text) {
      line.putObject("message").put("role", "assistant").put("content", text);
    }

    @Override
    boolean logprobsFirst() {
      return true;
    }
  }
}
