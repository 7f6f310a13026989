// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Puts the tool results of each run of user and tool messages into the order of the calls they
 * answer ({@code common/parsers/deepseek.cpp}, {@code deepseek_v4_sort_tool_results}).
 */
final class ToolResultOrder {
  private ToolResultOrder() {}

  static ArrayNode sorted(ArrayNode messages) {
    Map<String, Integer> callOrder = new HashMap<>();
    int at = 0;
    while (at < messages.size()) {
      JsonNode message = messages.get(at);
      if (Conversation.role(message).equals("assistant") && Conversation.hasToolCalls(message)) {
        noteCalls(message.path("tool_calls"), callOrder);
      }
      at = isUserOrTool(message) ? sortRun(messages, at, callOrder) : at + 1;
    }
    return messages;
  }

  private static void noteCalls(JsonNode calls, Map<String, Integer> callOrder) {
    callOrder.clear();
    for (int i = 0; i < calls.size(); i++) {
      String id = calls.get(i).path("id").asString("");
      if (!id.isEmpty()) {
        callOrder.put(id, i);
      }
    }
  }

  /** Sorts the results from {@code start} on and returns where the run ends. */
  private static int sortRun(ArrayNode messages, int start, Map<String, Integer> callOrder) {
    List<Integer> places = new ArrayList<>();
    int end = start;
    for (; end < messages.size() && isUserOrTool(messages.get(end)); end++) {
      if (Conversation.role(messages.get(end)).equals("tool")) {
        places.add(end);
      }
    }
    List<JsonNode> results = new ArrayList<>();
    places.forEach(place -> results.add(messages.get(place)));
    results.sort(
        Comparator.comparing(
            result -> callOrder.getOrDefault(result.path("tool_call_id").asString(""), 0)));
    for (int i = 0; i < places.size(); i++) {
      messages.set(places.get(i), results.get(i));
    }
    return end;
  }

  private static boolean isUserOrTool(JsonNode message) {
    String role = Conversation.role(message);
    return role.equals("user") || role.equals("tool");
  }
}
