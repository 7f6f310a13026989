// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.text.internal.chat.MessageJson;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One message of a conversation, as the reference holds it ({@code common/chat.h}, {@code
 * common_chat_msg}): what a request leaves out is empty here, and what is empty is left out of what
 * the template sees (but for {@code content}).
 *
 * @param role who speaks: system, developer, user, assistant, tool, or what the template knows
 * @param content the text; empty when there are {@code parts}
 * @param parts the content in typed parts, or none
 * @param toolCalls the calls an assistant made
 * @param reasoningContent an assistant's thinking, kept apart from its answer
 * @param name the tool's name in a tool's message
 * @param toolCallId the call that a tool's message answers
 */
public record ChatMessage(
    String role,
    String content,
    List<Part> parts,
    List<ToolCall> toolCalls,
    String reasoningContent,
    String name,
    String toolCallId) {

  /** A part of a content: {@code type} is {@code text} or {@code media_marker}. */
  public record Part(String type, String text) {}

  /** A call of the tool {@code name}; {@code arguments} is JSON text; {@code id} may be empty. */
  public record ToolCall(String name, String arguments, String id) {}

  /** Keeps its own copies of the lists. */
  public ChatMessage {
    parts = List.copyOf(parts);
    toolCalls = List.copyOf(toolCalls);
  }

  /** Returns a message of plain text. */
  public static ChatMessage of(String role, String content) {
    return new ChatMessage(role, content, List.of(), List.of(), "", "", "");
  }

  /**
   * Reads the {@code messages} of an OpenAI chat request ({@code common/chat.cpp}, {@code
   * common_chat_msgs_parse_oaicompat}).
   *
   * @throws bankml.gguf.Refusal naming the message and what is wrong with it
   */
  public static List<ChatMessage> parse(JsonNode messages) {
    return MessageJson.parseMessages(messages);
  }
}
