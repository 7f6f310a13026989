// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.testkit.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Random requests with all that a request can have: contents in parts, parallel calls answered in
 * another order, arguments as objects and as text that is no JSON, thinking, tools, variables.
 */
final class RandomRequests {
  private static final JsonMapper JSON = new JsonMapper();

  private static final String[] WORDS = {
    "hello",
    " world",
    "\n",
    "\n\n",
    "<think>",
    "</think>",
    "<|im_end|>",
    "<tool_response>",
    "</tool_response>",
    "{{ x }}",
    "é",
    "模型",
    "🙂",
    " ",
    "\t",
    "\"",
    "'",
    "\\",
    "[INST]",
    "</s>",
    "1.5",
    "null",
    "{\"a\": 1}",
    "[THINK]",
    "<|channel|>"
  };

  private static final String[] ARGUMENTS = {
    "{\"city\": \"Paris\", \"days\": 2}",
    "{}",
    "{\"x\": 1.5, \"y\": [1, 2.0, {\"z\": null}], \"t\": true}",
    "{\"s\": \"q\\\"uo\\nte é\", \"big\": 12345678901234567890, \"f\": 1e20, \"h\": 1e8}",
    "[1]",
    "\"text\"",
    "not json",
    ""
  };

  private static final int WELL_FORMED_OBJECTS = 4;

  private static final String[] KWARGS = {
    "{\"preserve_reasoning\":true}",
    "{\"preserve_reasoning\":false}",
    "{\"reasoning_effort\":\"high\"}",
    "{\"enable_thinking\":false,\"thinking\":true}",
    "{\"documents\":[{\"title\":\"t\",\"text\":\"d\"}]}",
    "{\"date_string\":\"26 Jul 2024\",\"custom_instructions\":\"x\"}"
  };

  private static final JsonNode TOOLS =
      JSON.readTree(
          """
          [{"type":"function","function":{"name":"get_weather","description":"é \\"quoted\\"",
            "parameters":{"type":"object","properties":{
              "city":{"type":"string","description":"A city\\nor town","enum":["a","b"]},
              "days":{"type":"integer","default":3,"minimum":0.5},
              "opt":{"type":["string","null"]},
              "arr":{"type":"array","items":{"type":"number"}},
              "o":{"type":"object","properties":{"x":{"type":"boolean"}},"required":["x"]},
              "any":{"anyOf":[{"type":"string"},{"type":"integer"}]}},"required":["city"]}}},
           {"type":"function","function":{"name":"no_arguments"}},
           {"type":"function","function":{"name":"f","description":"",
            "parameters":{"type":"object","properties":{}}}}]
          """);

  private static final JsonNode SCHEMA =
      JSON.readTree("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}");

  private final SplittableRandom random;

  private RandomRequests(SplittableRandom random) {
    this.random = random;
  }

  /** Returns {@code count} requests to the reference. */
  static List<ObjectNode> of(long seed, int count) {
    RandomRequests requests = new RandomRequests(new SplittableRandom(seed));
    List<ObjectNode> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(requests.request());
    }
    return all;
  }

  private ObjectNode request() {
    ObjectNode request = Probe.request("template");
    request.set("messages", messages());
    if (oneIn(2)) {
      request.set("tools", TOOLS);
    } else if (oneIn(4)) {
      request.set("json_schema", SCHEMA);
    }
    if (oneIn(4)) {
      request.put("enable_thinking", false);
    }
    if (oneIn(4)) {
      request.put("add_generation_prompt", false);
    }
    if (oneIn(4)) {
      request.set("kwargs", JSON.readTree(pick(KWARGS)));
    }
    return request;
  }

  private ArrayNode messages() {
    ArrayNode messages = JSON.createArrayNode();
    if (oneIn(3)) {
      turn(messages, oneIn(4) ? "developer" : "system");
    }
    int length = 1 + random.nextInt(5);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(9)) {
        case 0 -> turn(messages, "system");
        case 1, 2, 3 -> turn(messages, "user");
        case 4, 5 -> think(turn(messages, "assistant"));
        default -> {
          turn(messages, "user");
          callsAndResults(messages);
        }
      }
    }
    return messages;
  }

  private ObjectNode turn(ArrayNode messages, String role) {
    return messages.addObject().put("role", role).set("content", content());
  }

  private void think(ObjectNode message) {
    if (oneIn(2)) {
      message.put("reasoning_content", words());
    }
  }

  private void callsAndResults(ArrayNode messages) {
    ObjectNode message = messages.addObject().put("role", "assistant");
    switch (random.nextInt(3)) {
      case 0 -> message.set("content", content());
      case 1 -> message.putNull("content");
      default -> {}
    }
    think(message);
    ArrayNode calls = message.putArray("tool_calls");
    List<String> ids = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      ids.add("call0000" + messages.size() % 10 + i);
      call(calls.addObject().put("type", "function"), ids.getLast());
    }
    if (oneIn(2)) {
      Collections.reverse(ids);
    }
    ids.forEach(id -> result(messages.addObject().put("role", "tool"), id));
  }

  private void call(ObjectNode call, String id) {
    if (!oneIn(5)) {
      call.put("id", id);
    }
    ObjectNode function = call.putObject("function").put("name", pick("get_weather", "f.g"));
    boolean anything = oneIn(4);
    String arguments = ARGUMENTS[random.nextInt(anything ? ARGUMENTS.length : WELL_FORMED_OBJECTS)];
    if (!anything && oneIn(3)) {
      function.set("arguments", JSON.readTree(arguments));
    } else {
      function.put("arguments", arguments);
    }
  }

  private void result(ObjectNode message, String id) {
    if (!oneIn(4)) {
      message.put("tool_call_id", id);
    }
    if (oneIn(2)) {
      message.put("name", "get_weather");
    }
    if (oneIn(3)) {
      message.put("content", pick("{\"t\": 5.0, \"u\": [1]}", "5", "null", "[1,2]"));
    } else {
      message.set("content", content());
    }
  }

  private JsonNode content() {
    if (!oneIn(6)) {
      return JSON.getNodeFactory().stringNode(words());
    }
    ArrayNode parts = JSON.createArrayNode();
    int count = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      parts.addObject().put("type", "text").put("text", words());
    }
    return parts;
  }

  private String words() {
    StringBuilder text = new StringBuilder();
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      text.append(pick(WORDS));
    }
    return text.toString();
  }

  private boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
