// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import bankml.gguf.Refusal;
import bankml.text.ChatRequest;
import bankml.text.internal.jinja.ByteText;
import bankml.text.internal.jinja.JsonValues;
import bankml.text.internal.jinja.Program;
import bankml.text.internal.jinja.Strftime;
import bankml.text.internal.jinja.TemplateFault;
import bankml.text.internal.jinja.Value;
import bankml.text.internal.jinja.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** A template with what the reference finds out about it. Immutable, for any thread. */
public final class CompiledTemplate {
  private final Program program;
  private final Dialect dialect;
  private final Conversation conversation;
  private final SpecialTokens tokens;

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
      Program program, Dialect dialect, Conversation conversation, SpecialTokens tokens) {
    this.program = program;
    this.dialect = dialect;
    this.conversation = conversation;
    this.tokens = tokens;
  }

  /** Compiles {@code source} and finds out what it can do. */
  public static CompiledTemplate of(String source, SpecialTokens tokens) {
    try {
      Program program = Program.compile(source);
      Capabilities capabilities = Capabilities.of(program);
      return new CompiledTemplate(
          program, Dialect.of(source), new Conversation(source, capabilities), tokens);
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
      ArrayNode messages = dialect.adjust(conversation.of(request.messages()));
      String without = text(request, messages, false);
      String with = text(request, messages, true);
      String chosen = request.addGenerationPrompt() ? with : without;
      int common = commonPrefix(without, with);
      return dialect.finish(
          new Prompt(chosen, with.substring(common)), request.addGenerationPrompt());
    } catch (TemplateFault e) {
      throw refusal(e);
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
