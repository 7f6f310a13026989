// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.gguf.Refusal;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.text.ChatMessage;
import bankml.text.ChatRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request's conversation, and what the template is told beside it ({@code
 * oaicompat_chat_params_parse} of the reference's {@code tools/server/server-common.cpp}).
 */
public final class ChatMessages {
  /** What templates read. */
  private static final Set<String> READ =
      Set.of("role", "content", "name", "tool_calls", "tool_call_id", "reasoning_content");

  /** What clients send back of an answer, where it says nothing. */
  private static final Set<String> EMPTY =
      Set.of("refusal", "audio", "function_call", "annotations");

  /** The fields that shape the prompt. */
  public static final Set<String> FIELDS =
      Set.of("messages", "add_generation_prompt", "chat_template_kwargs", "reasoning_effort");

  private ChatMessages() {}

  /**
   * Reads them.
   *
   * @throws HttpRefusal 400 that names the field
   */
  public static ChatRequest read(Fields fields) {
    JsonNode messages =
        fields
            .find("messages")
            .orElseThrow(() -> HttpRefusal.ofField("messages", "\"messages\" is required"));
    ChatRequest request = ChatRequest.of(parsed(messages));
    Map<String, JsonNode> variables = new LinkedHashMap<>();
    JsonNode given = fields.find("chat_template_kwargs").orElse(null);
    if (given != null) {
      if (!given.isObject()) {
        throw Fields.wrong("chat_template_kwargs", given, "an object");
      }
      given.properties().forEach(v -> variables.put(v.getKey(), v.getValue()));
    }
    boolean thinking = thinking(variables);
    String effort = fields.text("reasoning_effort").orElse("");
    if (effort.equals("none")) {
      thinking = false;
      variables.remove("reasoning_effort");
    } else if (!effort.isEmpty()) {
      variables.put("reasoning_effort", fields.find("reasoning_effort").orElseThrow());
    }
    try {
      return request
          .withGenerationPrompt(fields.flag("add_generation_prompt").orElse(true))
          .withThinking(thinking)
          .withKwargs(variables)
          .withLastAnswerContinued();
    } catch (Refusal e) {
      throw HttpRefusal.ofField("messages", String.valueOf(e.getMessage()));
    }
  }

  private static boolean thinking(Map<String, JsonNode> variables) {
    JsonNode thinking = variables.get("enable_thinking");
    if (thinking == null) {
      return true;
    }
    if (!thinking.isBoolean()) {
      throw Fields.wrong("chat_template_kwargs.enable_thinking", thinking, "true or false");
    }
    return thinking.booleanValue();
  }

  private static List<ChatMessage> parsed(JsonNode messages) {
    if (!messages.isArray() || messages.isEmpty()) {
      throw Fields.wrong("messages", messages, "an array of at least one message");
    }
    JsonNode read = messages.deepCopy();
    for (int i = 0; i < read.size(); i++) {
      if (read.get(i) instanceof ObjectNode message) {
        requireKnown("messages[" + i + "]", message);
      }
    }
    try {
      return ChatMessage.parse(read);
    } catch (Refusal e) {
      throw HttpRefusal.ofField("messages", String.valueOf(e.getMessage()));
    }
  }

  /** Refuses what no template reads, and drops what says nothing. */
  private static void requireKnown(String where, ObjectNode message) {
    for (Map.Entry<String, JsonNode> field : Map.copyOf(asMap(message)).entrySet()) {
      String name = field.getKey();
      JsonNode value = field.getValue();
      boolean empty = value.isNull() || (value.isArray() && value.isEmpty());
      if (!READ.contains(name) && !(EMPTY.contains(name) && empty)) {
        throw HttpRefusal.ofField(
            where + "." + name, "the field \"" + name + "\" of a message is not supported");
      }
      if (value.isNull() && !name.equals("content")) {
        message.remove(name);
      }
    }
    JsonNode content = message.path("content");
    boolean silent = content.isMissingNode() || content.isNull();
    if (silent && message.path("tool_calls").isEmpty()) {
      throw HttpRefusal.ofField(where + ".content", where + " has no content");
    }
    for (JsonNode part : content.isArray() ? content.valueStream().toList() : List.<JsonNode>of()) {
      if (!part.path("type").asString("").equals("text")) {
        throw Fields.wrong(where + ".content", part, "a part of type \"text\"");
      }
    }
  }

  private static Map<String, JsonNode> asMap(ObjectNode object) {
    Map<String, JsonNode> map = new LinkedHashMap<>();
    object.properties().forEach(p -> map.put(p.getKey(), p.getValue()));
    return map;
  }
}
