// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes one message of an assistant's tool calls, the results that follow and the answer after
 * them, as the first templates of Gemma 4 want it ({@code common/parsers/gemma4.cpp}, {@code
 * convert_tool_responses_gemma4}).
 */
final class GemmaTurns {
  private static final JsonMapper JSON = new JsonMapper();

  private final ArrayNode messages;
  private int at;

  private GemmaTurns(ArrayNode messages) {
    this.messages = messages;
  }

  static ArrayNode of(ArrayNode messages) {
    GemmaTurns turns = new GemmaTurns(messages);
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    while (turns.at < messages.size()) {
      JsonNode message = messages.get(turns.at);
      boolean calls =
          Conversation.role(message).equals("assistant") && Conversation.hasToolCalls(message);
      turns.at++;
      result.add(calls ? turns.turn(message) : message);
    }
    return result;
  }

  private ObjectNode turn(JsonNode first) {
    JsonNode calls = first.path("tool_calls");
    ObjectNode turn = JsonNodeFactory.instance.objectNode().put("role", "assistant");
    turn.set("tool_calls", calls);
    ArrayNode responses = JsonNodeFactory.instance.arrayNode();
    for (; at < messages.size() && Conversation.role(messages.get(at)).equals("tool"); at++) {
      responses.add(response(messages.get(at), calls.path(responses.size())));
    }
    if (!responses.isEmpty()) {
      turn.set("tool_responses", responses);
    }
    if (at < messages.size() && isAnswer(messages.get(at))) {
      turn.set("content", messages.get(at++).path("content"));
    }
    if (first.path("reasoning_content").isString()) {
      turn.set("reasoning_content", first.path("reasoning_content"));
    }
    return turn;
  }

  private static boolean isAnswer(JsonNode message) {
    JsonNode content = message.path("content");
    boolean filled = content.isString() ? !content.stringValue().isEmpty() : !content.isEmpty();
    return Conversation.role(message).equals("assistant")
        && !Conversation.hasToolCalls(message)
        && filled;
  }

  private static ObjectNode response(JsonNode result, JsonNode call) {
    String name = call.path("function").path("name").asString("");
    ObjectNode response = JsonNodeFactory.instance.objectNode();
    response.put("name", name.isEmpty() ? result.path("tool_call_id").asString("") : name);
    response.set("response", parsed(result.path("content")));
    return response;
  }

  /** Returns what {@code content} says in JSON, or itself where it says nothing. */
  private static JsonNode parsed(JsonNode content) {
    if (!content.isString()) {
      return content;
    }
    try {
      JsonNode json = JSON.readTree(content.stringValue());
      return json.isMissingNode() ? content : json;
    } catch (JacksonException e) {
      return content;
    }
  }
}
