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
import bankml.text.AnswerSplitter;
import bankml.text.ChatRequest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
        new HashSet<>(
            CompletionFields.names(Harmless.CHAT, "logprobs", "top_logprobs", "reasoning_format"));
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
    boolean extracts = extractsThinking(fields);
    ChatAnswer answer = new ChatAnswer(exchange, model.name(), asked);
    answer.finish(
        new Answering(serving, exchange)
            .answer(
                model.stored(),
                serving.keepAlive(),
                loaded -> {
                  answer.split(serving.template(loaded).splitter(conversation, extracts));
                  return request(loaded, conversation, asked);
                },
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

  /** Whether thinking is told apart. llama-server does not tell auto and deepseek apart. */
  private static boolean extractsThinking(Fields fields) {
    String format = fields.text("reasoning_format").orElse("auto");
    return switch (format) {
      case "none" -> false;
      case "auto", "deepseek" -> true;
      default ->
          throw Fields.wrong(
              "reasoning_format",
              fields.find("reasoning_format").orElseThrow(),
              "\"none\", \"auto\" or \"deepseek\"");
    };
  }

  /**
   * An answer in a chat. Where it goes on with a message, that message is told, too, with the first
   * piece, as llama-server does.
   */
  private static final class ChatAnswer extends OpenAiAnswer {
    private Optional<AnswerSplitter> splitter = Optional.empty();
    private boolean begun;

    ChatAnswer(Exchange exchange, String model, CompletionFields fields) {
      super(exchange, "chatcmpl-", model, fields);
    }

    /** Takes what tells thinking from the answer. */
    void split(AnswerSplitter value) {
      splitter = Optional.of(value);
    }

    @Override
    Said said(String text) {
      AnswerSplitter split = splitter.orElseThrow();
      AnswerSplitter.Part part = split.push(text);
      AnswerSplitter.Part before = begun ? new AnswerSplitter.Part("", "") : split.prefill();
      begun = true;
      return new Said(before.reasoning() + part.reasoning(), before.content() + part.content());
    }

    @Override
    String object(boolean part) {
      return part ? "chat.completion.chunk" : "chat.completion";
    }

    @Override
    void putText(ObjectNode choice, Said said, boolean part) {
      ObjectNode message = choice.putObject(part ? "delta" : "message");
      message.put("role", "assistant").put("content", said.text());
      if (!said.thinking().isEmpty()) {
        message.put("reasoning_content", said.thinking());
      }
    }
  }
}
