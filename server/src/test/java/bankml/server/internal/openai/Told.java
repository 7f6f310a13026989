// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an answer of any of the routes says, bankml's or llama-server's.
 *
 * @param text all of it
 * @param finish why it ended, with the stop string where the route tells it
 * @param promptTokens how many tokens the prompt had
 * @param completionTokens how many tokens the answer has
 * @param tokens their ids where the route tells them
 * @param logprobs each in one line, its numbers by their bits
 */
record Told(
    String text,
    String finish,
    int promptTokens,
    int completionTokens,
    List<Integer> tokens,
    List<String> logprobs) {
  private static final JsonMapper JSON = new JsonMapper();

  /** Reads a whole answer. */
  static Told whole(String body) {
    JsonNode json = JSON.readTree(body);
    return new Told(
        text(json),
        finish(json),
        promptTokens(json),
        completionTokens(json),
        json.path("tokens").valueStream().map(JsonNode::asInt).toList(),
        logprobs(json));
  }

  /** Returns the events of a stream, without {@code [DONE]}. */
  static List<JsonNode> events(String body) {
    return body.lines()
        .filter(line -> line.startsWith("data: {"))
        .map(line -> JSON.readTree(line.substring("data: ".length())))
        .toList();
  }

  /** Joins the events of a stream. Its logprobs are those of pieces that have text. */
  static Told joined(String body) {
    StringBuilder text = new StringBuilder();
    String finish = "";
    List<String> logprobs = new ArrayList<>();
    List<JsonNode> events = events(body);
    for (JsonNode event : events) {
      text.append(text(event));
      finish += finish(event);
      if (!text(event).isEmpty()) {
        logprobs.addAll(logprobs(event));
      }
    }
    JsonNode last = events.getLast();
    return new Told(
        text.toString(), finish, promptTokens(last), completionTokens(last), List.of(), logprobs);
  }

  /** Returns this without what only whole answers tell. */
  Told withoutTokensAndLogprobs() {
    return new Told(text, finish, promptTokens, completionTokens, List.of(), List.of());
  }

  private static JsonNode choice(JsonNode json) {
    return json.path("choices").path(0);
  }

  private static String text(JsonNode json) {
    JsonNode choice = choice(json);
    for (JsonNode text :
        List.of(
            json.path("content"),
            choice.path("text"),
            choice.path("message").path("content"),
            choice.path("delta").path("content"))) {
      if (text.isString()) {
        return text.stringValue();
      }
    }
    return "";
  }

  private static String finish(JsonNode json) {
    JsonNode reason = choice(json).path("finish_reason");
    if (reason.isString()) {
      return reason.stringValue();
    }
    return json.path("stop_type").asString("") + json.path("stopping_word").asString("");
  }

  private static int promptTokens(JsonNode json) {
    JsonNode usage = json.path("usage");
    if (usage.isObject()) {
      int prompt = usage.path("prompt_tokens").intValue();
      int completion = usage.path("completion_tokens").intValue();
      assertThat(usage.path("total_tokens").intValue()).isEqualTo(prompt + completion);
      return prompt;
    }
    return json.path("tokens_evaluated").intValue(-1);
  }

  private static int completionTokens(JsonNode json) {
    JsonNode usage = json.path("usage");
    return usage.isObject()
        ? usage.path("completion_tokens").intValue()
        : json.path("tokens_predicted").intValue(-1);
  }

  private static List<String> logprobs(JsonNode json) {
    JsonNode own = json.path("completion_probabilities");
    JsonNode list = own.isArray() ? own : choice(json).path("logprobs").path("content");
    return list.valueStream()
        .map(token ->
            line(token) + token.path("top_logprobs").valueStream().map(Told::line).toList())
        .toList();
  }

  private static String line(JsonNode token) {
    return token.path("id").asInt()
        + " "
        + token.path("token").asString()
        + " "
        + token.path("bytes")
        + " "
        + Float.toHexString((float) token.path("logprob").asDouble());
  }
}
