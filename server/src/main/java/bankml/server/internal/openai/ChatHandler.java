// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.engine.GenerateRequest;
import bankml.engine.LoadedModel;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Handler;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.serving.Answering;
import bankml.server.internal.serving.Serving;
import bankml.text.ChatRequest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /v1/chat/completions}. */
final class ChatHandler implements Handler {
  private static final int MOST_TOP = 20;

  private static final Set<String> FIELDS = fields();

  private final Serving serving;

  ChatHandler(Serving serving) {
    this.serving = serving;
  }

  private static Set<String> fields() {
    Set<String> names =
        new HashSet<>(CompletionFields.names(Harmless.CHAT, "logprobs", "top_logprobs"));
    names.addAll(ChatMessages.FIELDS);
    return Set.copyOf(names);
  }

  @Override
  public void handle(Exchange exchange) {
    Fields fields = OpenAiBody.fields(exchange, FIELDS);
    AskedModel model = AskedModel.of(fields, serving);
    Harmless.require(fields, Harmless.CHAT);
    CompletionFields asked = CompletionFields.of(fields, alternatives(fields));
    ChatRequest conversation = ChatMessages.read(fields);
    ChatAnswer answer = new ChatAnswer(exchange, model.name(), asked);
    answer.finish(
        new Answering(serving, exchange)
            .answer(
                model.stored(),
                serving.keepAlive(),
                loaded -> request(loaded, conversation, asked),
                answer));
  }

  private GenerateRequest request(
      LoadedModel model, ChatRequest conversation, CompletionFields asked) {
    String prompt = serving.template(model).render(conversation);
    List<Integer> tokens =
        Arrays.stream(model.tokenizer().encode(prompt, true, true)).boxed().toList();
    return asked.request(tokens);
  }

  /** As llama-server, 20 where they are asked for without a number. */
  private static int alternatives(Fields fields) {
    boolean logprobs = fields.flag("logprobs").orElse(false);
    int top = fields.whole("top_logprobs", 0, MOST_TOP).map(Long::intValue).orElse(-1);
    if (!logprobs && top >= 0) {
      throw HttpRefusal.ofField(
          "top_logprobs", "\"top_logprobs\" requires \"logprobs\" to be true");
    }
    return logprobs && top < 0 ? MOST_TOP : top;
  }

  /** An answer in a chat. */
  private static final class ChatAnswer extends OpenAiAnswer {
    ChatAnswer(Exchange exchange, String model, CompletionFields fields) {
      super(exchange, "chatcmpl-", model, fields);
    }

    @Override
    String object(boolean part) {
      return part ? "chat.completion.chunk" : "chat.completion";
    }

    @Override
    void putText(ObjectNode choice, String text, boolean part) {
      choice.putObject(part ? "delta" : "message").put("role", "assistant").put("content", text);
    }
  }
}
