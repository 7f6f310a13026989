// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import bankml.gguf.Refusal;
import bankml.text.ChatMessage;
import bankml.text.ChatRequest;
import bankml.text.ChatRequest.Continuation;
import bankml.text.internal.jinja.ByteText;
import bankml.text.internal.jinja.JsonValues;
import bankml.text.internal.jinja.Program;
import bankml.text.internal.jinja.Strftime;
import bankml.text.internal.jinja.TemplateFault;
import bankml.text.internal.jinja.Value;
import bankml.text.internal.jinja.Values;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** A template with what the reference finds out about it. Immutable, for any thread. */
public final class CompiledTemplate {
  private static final JsonMapper JSON = new JsonMapper();

  private final Program program;
  private final Dialect dialect;
  private final Conversation conversation;
  private final SpecialTokens tokens;
  private final String source;
  private volatile @Nullable ThinkingTags tags;

  /**
   * The tokens around a text.
   *
   * @param bos what templates see as {@code bos_token}, or empty
   * @param eos what templates see as {@code eos_token}, or empty
   * @param bosAdded whether the tokenizer adds the first, so that a prompt must not begin with it
   * @param eosAdded whether the tokenizer adds the second
   */
  public record SpecialTokens(String bos, String eos, boolean bosAdded, boolean eosAdded) {}

  private CompiledTemplate(
      Program program,
      Dialect dialect,
      Conversation conversation,
      SpecialTokens tokens,
      String source) {
    this.program = program;
    this.dialect = dialect;
    this.conversation = conversation;
    this.tokens = tokens;
    this.source = source;
  }

  /** Compiles {@code source} and finds out what it can do. */
  public static CompiledTemplate of(String source, SpecialTokens tokens) {
    try {
      Program program = Program.compile(source);
      Capabilities capabilities = Capabilities.of(program);
      return new CompiledTemplate(
          program, Dialect.of(source), new Conversation(source, capabilities), tokens, source);
    } catch (TemplateFault e) {
      throw refusal(e);
    }
  }

  /**
   * Renders {@code request} with and without the beginning of an answer ({@code common/chat.cpp},
   * {@code common_chat_template_direct_apply_impl} and {@code
   * common_chat_template_generation_prompt_impl}): as in the reference, both must succeed.
   */
  public Prompt render(ChatRequest request) {
    try {
      boolean continues = request.continuation() != Continuation.NONE;
      List<ChatMessage> past = continues ? withoutLast(request.messages()) : request.messages();
      ArrayNode messages = dialect.adjust(conversation.of(past));
      String without = text(request, messages, false);
      String with = text(request, messages, true);
      String chosen = request.addGenerationPrompt() ? with : without;
      String begun = with.substring(commonPrefix(without, with));
      return continues
          ? continued(new Prompt(without, begun), request)
          : dialect.finish(new Prompt(chosen, begun), request.addGenerationPrompt());
    } catch (TemplateFault e) {
      throw refusal(e);
    }
  }

  /**
   * Returns {@code prompt} with the last message begun ({@code
   * common/chat-auto-parser-generator.cpp}, {@code peg_generator::generate_parser}).
   */
  private Prompt continued(Prompt prompt, ChatRequest request) {
    requireTrials("continue a message");
    if (request.messages().isEmpty() || isEmpty(request.messages().getLast())) {
      return prompt;
    }
    ChatMessage last = request.messages().getLast();
    if (!last.toolCalls().isEmpty()) {
      throw Refusal.refused("a message of the assistant's with tool calls cannot be continued");
    }
    boolean behindThinking =
        switch (request.continuation()) {
          case REASONING -> true;
          case CONTENT, NONE -> false;
          case AUTO ->
              !last.reasoningContent().isEmpty()
                  && last.content().isEmpty()
                  && last.parts().isEmpty();
        };
    StringBuilder begun = new StringBuilder(prompt.generation());
    ThinkingTags tags = tags();
    if (!tags.start().isEmpty()) {
      int thinking = begun.indexOf(tags.start());
      begun.setLength(thinking < 0 ? begun.length() : thinking);
      begun.append(tags.start()).append(last.reasoningContent());
      begun.append(behindThinking ? "" : tags.end());
    }
    begun.append(behindThinking ? "" : content(last));
    return new Prompt(prompt.text() + begun, prompt.turn(), begun.toString());
  }

  private static String content(ChatMessage message) {
    return message.content().isEmpty()
        ? message.parts().stream()
            .filter(part -> part.type().equals("text"))
            .map(ChatMessage.Part::text)
            .reduce((a, b) -> a.isEmpty() ? b : a + "\n\n" + b)
            .orElse("")
        : message.content();
  }

  private static boolean isEmpty(ChatMessage message) {
    return message.content().isEmpty()
        && message.parts().isEmpty()
        && message.toolCalls().isEmpty()
        && message.reasoningContent().isEmpty()
        && message.name().isEmpty()
        && message.toolCallId().isEmpty();
  }

  private static List<ChatMessage> withoutLast(List<ChatMessage> messages) {
    return messages.subList(0, Math.max(0, messages.size() - 1));
  }

  /**
   * Returns how the template marks thinking.
   *
   * @param wish what it is needed for, for the refusal
   * @throws Refusal where the reference reads answers of this family of templates in another way
   */
  public ThinkingTags thinkingTags(String wish) {
    requireTrials(wish);
    return tags();
  }

  private void requireTrials(String wish) {
    if (dialect != Dialect.PLAIN) {
      throw Refusal.refused(
          "this version cannot " + wish + " for the family of this model's chat template");
    }
  }

  /** Found out when it is first needed; any thread finds the same. */
  private ThinkingTags tags() {
    ThinkingTags found = tags;
    if (found == null) {
      found = ThinkingTags.of(source, conversation.capabilities().toolCalls(), this::trial);
      tags = found;
    }
    return found;
  }

  private Optional<String> trial(
      String messages, Optional<String> tools, boolean begins, boolean thinks) {
    Program.Rendering rendering = program.at(ZonedDateTime.now(ZoneId.systemDefault()));
    ArrayNode fitting = conversation.ofJson((ArrayNode) JSON.readTree(messages));
    rendering.set("messages", JsonValues.of(fitting));
    rendering.set("bos_token", Values.of(tokens.bos()));
    rendering.set("eos_token", Values.of(tokens.eos()));
    rendering.set("enable_thinking", Values.of(thinks));
    tools.ifPresent(list -> rendering.set("tools", JsonValues.of(JSON.readTree(list))));
    if (begins) {
      rendering.set("add_generation_prompt", Values.of(true));
    }
    try {
      return Optional.of(ByteText.decode(rendering.run().text()));
    } catch (TemplateFault e) {
      // A template may refuse a trial: the reference passes over it.
      return Optional.empty();
    }
  }

  private String text(ChatRequest request, ArrayNode messages, boolean begins) {
    Program.Rendering rendering = program.at(request.now());
    variables(request, messages, begins).forEach(rendering::set);
    String text = ByteText.decode(rendering.run().text());
    if (tokens.bosAdded() && text.startsWith(tokens.bos())) {
      text = text.substring(tokens.bos().length());
    }
    if (tokens.eosAdded() && text.endsWith(tokens.eos())) {
      text = text.substring(0, text.length() - tokens.eos().length());
    }
    return text;
  }

  private Map<String, Value> variables(ChatRequest request, ArrayNode messages, boolean begins) {
    Map<String, Value> variables = new LinkedHashMap<>();
    noteReasoning(request.kwargs(), variables);
    variables.put("messages", JsonValues.of(messages));
    variables.put("bos_token", Values.of(tokens.bos()));
    variables.put("eos_token", Values.of(tokens.eos()));
    variables.put("enable_thinking", Values.of(request.enableThinking()));
    if (!request.tools().isEmpty()) {
      variables.put("tools", JsonValues.of(Conversation.tools(request.tools())));
    }
    variables.put("datetime", Values.of(Strftime.format("%b %d %Y", request.now())));
    variables.put("date_string", Values.of(Strftime.format("%d %b %Y", request.now())));
    request
        .kwargs()
        .forEach((name, value) -> variables.put(ByteText.encode(name), JsonValues.of(value)));
    boolean describesSchema = dialect == Dialect.DEEPSEEK_V4;
    request
        .jsonSchema()
        .filter(schema -> describesSchema && schema.isObject())
        .ifPresent(schema -> variables.put("response_format", JsonValues.of(schema)));
    if (begins) {
      variables.put("add_generation_prompt", Values.of(true));
    }
    return variables;
  }

  /** One wish about reasoning goes by several names ({@code caps_apply_preserve_reasoning}). */
  private static void noteReasoning(Map<String, JsonNode> kwargs, Map<String, Value> variables) {
    JsonNode preserve = kwargs.get("preserve_reasoning");
    if (preserve != null && preserve.isBoolean()) {
      variables.put("preserve_thinking", Values.of(preserve.booleanValue()));
      variables.put("clear_thinking", Values.of(!preserve.booleanValue()));
      variables.put("truncate_history_thinking", Values.of(!preserve.booleanValue()));
      variables.put("drop_thinking", Values.of(!preserve.booleanValue()));
    }
    JsonNode effort = kwargs.get("reasoning_effort");
    if (effort != null && effort.isString()) {
      variables.put("reasoning_effort", Values.of(effort.stringValue()));
      variables.put("reasoning_strength", Values.of(effort.stringValue()));
    }
  }

  private static int commonPrefix(String a, String b) {
    int common = 0;
    while (common < Math.min(a.length(), b.length()) && a.charAt(common) == b.charAt(common)) {
      common++;
    }
    boolean splitsPair = common > 0 && Character.isHighSurrogate(a.charAt(common - 1));
    return splitsPair ? common - 1 : common;
  }

  private static Refusal refusal(TemplateFault fault) {
    String where =
        (fault.line().isPresent() ? " (line " + fault.line().getAsInt() + " of the template" : "")
            + (fault.messageIndex().isPresent()
                ? ", at messages[" + fault.messageIndex().getAsInt() + "]"
                : "")
            + (fault.line().isPresent() ? ")" : "");
    String who =
        switch (fault.origin()) {
          case RAISED -> "the chat template refuses this conversation: ";
          case ENGINE, BOUND -> "the chat template cannot be used: ";
        };
    return new Refusal(Refusal.Kind.REFUSED, who + fault.reason() + where, fault);
  }
}
