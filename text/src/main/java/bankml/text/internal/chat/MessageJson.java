// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import bankml.gguf.Refusal;
import bankml.text.ChatMessage;
import bankml.text.ChatMessage.Part;
import bankml.text.ChatMessage.ToolCall;
import bankml.text.ChatTool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads messages and tools from a request's JSON, with the reference's idea of what is missing and
 * what is wrong ({@code common/chat.cpp}, {@code common_chat_msgs_parse_oaicompat} and {@code
 * common_chat_tools_parse_oaicompat}).
 */
public final class MessageJson {
  private MessageJson() {}

  /** Returns the messages of {@code json}, an array. */
  public static List<ChatMessage> parseMessages(JsonNode json) {
    if (!json.isArray()) {
      throw wrong("messages", "an array of messages", json);
    }
    List<ChatMessage> messages = new ArrayList<>(json.size());
    for (int i = 0; i < json.size(); i++) {
      messages.add(message(json.get(i), "messages[" + i + "]"));
    }
    return messages;
  }

  /** Returns the tools of {@code json}: an array, or null for none. */
  public static List<ChatTool> parseTools(JsonNode json) {
    if (json.isNull()) {
      return List.of();
    }
    if (!json.isArray()) {
      throw wrong("tools", "an array of tools", json);
    }
    List<ChatTool> tools = new ArrayList<>(json.size());
    for (int i = 0; i < json.size(); i++) {
      String where = "tools[" + i + "]";
      JsonNode tool = json.get(i);
      requireFunction(tool, where);
      JsonNode function = tool.get("function");
      JsonNode parameters = function.get("parameters");
      tools.add(
          new ChatTool(
              requireString(function, "name", where + ".function"),
              function.has("description")
                  ? requireString(function, "description", where + ".function")
                  : "",
              parameters == null ? JsonNodeFactory.instance.objectNode() : parameters));
    }
    return tools;
  }

  private static ChatMessage message(JsonNode message, String where) {
    if (!message.isObject()) {
      throw wrong(where, "an object", message);
    }
    if (!message.has("content") && !message.has("tool_calls")) {
      throw Refusal.refused(where + " has neither content nor tool_calls");
    }
    String role = requireString(message, "role", where);
    String content = "";
    List<Part> parts = List.of();
    JsonNode body = message.get("content");
    if (body != null && body.isString()) {
      content = body.stringValue();
    } else if (body != null && body.isArray()) {
      parts = parts(body, where + ".content");
    } else if (body != null && !body.isNull()) {
      throw wrong(where + ".content", "a string, an array of parts or null", body);
    }
    return new ChatMessage(
        role,
        content,
        parts,
        toolCalls(message.get("tool_calls"), where + ".tool_calls"),
        optionalString(message, "reasoning_content", where),
        optionalString(message, "name", where),
        optionalString(message, "tool_call_id", where));
  }

  private static List<Part> parts(JsonNode content, String where) {
    List<Part> parts = new ArrayList<>(content.size());
    for (int i = 0; i < content.size(); i++) {
      String at = where + "[" + i + "]";
      String type = requireString(content.get(i), "type", at);
      if (!type.equals("text") && !type.equals("media_marker")) {
        throw Refusal.refused(at + " has type " + type + ", which is not supported: text is");
      }
      parts.add(new Part(type, requireString(content.get(i), "text", at)));
    }
    return parts;
  }

  private static List<ToolCall> toolCalls(@Nullable JsonNode calls, String where) {
    if (calls == null || calls.isNull()) {
      return List.of();
    }
    if (!calls.isArray()) {
      throw wrong(where, "an array", calls);
    }
    List<ToolCall> result = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      String at = where + "[" + i + "]";
      JsonNode call = calls.get(i);
      requireFunction(call, at);
      JsonNode function = call.get("function");
      String name = requireString(function, "name", at + ".function");
      JsonNode arguments = function.get("arguments");
      if (arguments == null) {
        throw Refusal.refused(at + ".function has no arguments");
      }
      result.add(
          new ToolCall(
              name,
              arguments.isString() ? arguments.stringValue() : CompactJson.write(arguments),
              call.has("id") ? requireString(call, "id", at) : ""));
    }
    return result;
  }

  private static void requireFunction(JsonNode node, String where) {
    String type = requireString(node, "type", where);
    if (!type.equals("function")) {
      throw Refusal.refused(where + " has type " + type + ": function is supported");
    }
    if (!node.has("function")) {
      throw Refusal.refused(where + " has no function");
    }
  }

  private static String optionalString(JsonNode node, String key, String where) {
    return node.has(key) ? requireString(node, key, where) : "";
  }

  private static String requireString(JsonNode node, String key, String where) {
    JsonNode value = node.get(key);
    if (value == null) {
      throw Refusal.refused(where + " has no " + key);
    }
    if (!value.isString()) {
      throw wrong(where + "." + key, "a string", value);
    }
    return value.stringValue();
  }

  private static Refusal wrong(String where, String wanted, JsonNode got) {
    String text = got.toString();
    return Refusal.refused(
        where
            + " must be "
            + wanted
            + ", not "
            + (text.length() <= 80 ? text : text.substring(0, 80) + "…"));
  }
}
