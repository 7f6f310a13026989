// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import bankml.gguf.Refusal;
import bankml.text.ChatMessage;
import bankml.text.ChatMessage.Part;
import bankml.text.ChatMessage.ToolCall;
import bankml.text.ChatTool;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages as the JSON that a template reads, rewritten to what it can do ({@code common/chat.cpp},
 * {@code to_json_oaicompat}, {@code messages_inp_normalizer} and the namespace {@code workaround}).
 */
final class Conversation {
  /** A template that has this text gets its messages without spaces at their ends. */
  private static final String TRIMMING =
      "You have access to the following functions in JSONSchema format";

  /** A template that has this text knows the developer's role. */
  private static final String KNOWS_DEVELOPER = "<|channel|>";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonMapper JSON = new JsonMapper();

  private final String source;
  private final Capabilities capabilities;

  /** For a template of this {@code source} and these {@code capabilities}. */
  Conversation(String source, Capabilities capabilities) {
    this.source = source;
    this.capabilities = capabilities;
  }

  Capabilities capabilities() {
    return capabilities;
  }

  /** Returns {@code messages} as the template is to see them. */
  ArrayNode of(List<ChatMessage> messages) {
    boolean trims = source.contains(TRIMMING);
    ArrayNode result = NODES.arrayNode();
    for (ChatMessage message : messages) {
      result.add(withFittingContent(message(trims ? trimmed(message) : message)));
    }
    if (!source.contains(KNOWS_DEVELOPER)) {
      for (JsonNode message : result) {
        if (role(message).equals("developer")) {
          ((ObjectNode) message).put("role", "system");
        }
      }
    }
    if (!capabilities.systemRole()) {
      mergeSystem(result);
    }
    if (capabilities.objectArguments()) {
      result.forEach(Conversation::parseArguments);
    }
    return result;
  }

  /** Returns messages in the template's own form but for contents of a kind that it cannot read. */
  ArrayNode ofJson(ArrayNode messages) {
    messages.forEach(message -> withFittingContent((ObjectNode) message));
    return messages;
  }

  /** Returns {@code tools} in OpenAI's form. */
  static ArrayNode tools(List<ChatTool> tools) {
    ArrayNode result = NODES.arrayNode();
    for (ChatTool tool : tools) {
      ObjectNode function = NODES.objectNode();
      function.put("name", tool.name()).put("description", tool.description());
      function.set("parameters", tool.parameters());
      result.add(NODES.objectNode().put("type", "function").set("function", function));
    }
    return result;
  }

  /** Returns the role of {@code message}, or nothing. */
  static String role(JsonNode message) {
    return message.path("role").asString("");
  }

  /** Returns whether {@code message} has tool calls. */
  static boolean hasToolCalls(JsonNode message) {
    return message.path("tool_calls").isArray() && !message.path("tool_calls").isEmpty();
  }

  private static ObjectNode message(ChatMessage message) {
    ObjectNode json = NODES.objectNode().put("role", message.role());
    json.set("content", content(message));
    putUnlessEmpty(json, "reasoning_content", message.reasoningContent());
    putUnlessEmpty(json, "name", message.name());
    putUnlessEmpty(json, "tool_call_id", message.toolCallId());
    if (!message.toolCalls().isEmpty()) {
      ArrayNode calls = json.putArray("tool_calls");
      for (ToolCall call : message.toolCalls()) {
        ObjectNode callJson = calls.addObject().put("type", "function");
        callJson.putObject("function").put("name", call.name()).put("arguments", call.arguments());
        putUnlessEmpty(callJson, "id", call.id());
      }
    }
    return json;
  }

  private static JsonNode content(ChatMessage message) {
    List<Part> parts = message.parts();
    if (parts.isEmpty() || !message.content().isEmpty()) {
      return NODES.stringNode(message.content());
    }
    ArrayNode array = NODES.arrayNode();
    parts.forEach(part -> array.addObject().put("type", part.type()).put("text", part.text()));
    boolean media = parts.stream().anyMatch(part -> part.type().equals("media_marker"));
    return media ? NODES.stringNode(joined(array)) : array;
  }

  private static void putUnlessEmpty(ObjectNode json, String key, String value) {
    if (!value.isEmpty()) {
      json.put(key, value);
    }
  }

  private ObjectNode withFittingContent(ObjectNode message) {
    JsonNode content = message.path("content");
    boolean onlyString = capabilities.stringContent() && !capabilities.typedContent();
    boolean onlyTyped = !capabilities.stringContent() && capabilities.typedContent();
    if (onlyString && content.isArray()) {
      message.put("content", joined(content));
    } else if (onlyTyped && content.isString()) {
      ArrayNode parts = message.putArray("content");
      parts.addObject().put("type", "text").put("text", content.stringValue());
    }
    return message;
  }

  /** Joins typed parts with newlines, but for those beside a place of other media. */
  private static String joined(JsonNode parts) {
    StringBuilder text = new StringBuilder();
    boolean afterMedia = false;
    for (JsonNode part : parts) {
      boolean media = part.path("type").asString("").equals("media_marker");
      text.append(!media && !afterMedia && !text.isEmpty() ? "\n" : "");
      text.append(part.path("text").asString(""));
      afterMedia = media;
    }
    return text.toString();
  }

  /** Puts a leading system message in front of the next message, or drops it where it is alone. */
  private static void mergeSystem(ArrayNode messages) {
    if (messages.isEmpty() || !role(messages.get(0)).equals("system")) {
      return;
    }
    if (messages.size() > 1) {
      JsonNode system = messages.get(0).path("content");
      JsonNode next = messages.get(1).path("content");
      if (!system.isString() || !next.isString()) {
        throw Refusal.refused(
            "the chat template knows no system messages, and this one cannot be put in front of"
                + " the next: both contents must be strings");
      }
      ((ObjectNode) messages.get(1))
          .put("content", system.stringValue() + "\n" + next.stringValue());
    }
    messages.remove(0);
  }

  private static void parseArguments(JsonNode message) {
    for (JsonNode call : message.path("tool_calls")) {
      ObjectNode function = (ObjectNode) call.path("function");
      String arguments = function.path("arguments").asString("");
      try {
        JsonNode parsed = JSON.readTree(arguments);
        if (parsed.isMissingNode()) {
          throw wrongArguments(function, "they are empty");
        }
        function.set("arguments", parsed);
      } catch (JacksonException e) {
        throw wrongArguments(function, e.getOriginalMessage());
      }
    }
  }

  private static Refusal wrongArguments(ObjectNode function, String reason) {
    return Refusal.refused(
        "the arguments of the call of " + function.path("name") + " are no JSON: " + reason);
  }

  private static ChatMessage trimmed(ChatMessage m) {
    List<Part> parts =
        m.parts().stream()
            .map(part -> part.type().equals("text") ? new Part("text", trim(part.text())) : part)
            .toList();
    return new ChatMessage(
        m.role(),
        trim(m.content()),
        parts,
        m.toolCalls(),
        trim(m.reasoningContent()),
        m.name(),
        m.toolCallId());
  }

  private static String trim(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
