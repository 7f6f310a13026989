// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.GenerateRequest;
import bankml.gguf.Refusal;
import bankml.sampling.SamplingFields;
import bankml.sampling.SamplingOptions;
import bankml.text.ChatMessage;
import bankml.text.ChatRequest;
import bankml.text.ChatTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A body of {@code /v1/chat/completions}, as far as it can be answered here. A field that is not
 * known is refused, never ignored.
 *
 * @param chat the conversation
 * @param sampling how tokens are chosen
 * @param maxTokens tokens to generate at most
 * @param stop the answer ends before the first of these
 */
record ChatBody(ChatRequest chat, SamplingOptions sampling, int maxTokens, List<String> stop) {
  private static final Set<String> KNOWN =
      Set.of("model", "messages", "tools", "chat_template_kwargs", "max_tokens", "stop", "stream");

  /** Reads a body. Refuses what is no JSON object, and every field it cannot honour. */
  static ChatBody parse(byte[] body) {
    JsonNode json = read(body);
    for (String field : json.propertyNames()) {
      if (!KNOWN.contains(field) && !SamplingFields.NAMES.contains(field)) {
        throw Refusal.refused("the field \"" + field + "\" is not supported");
      }
    }
    if (json.path("stream").asBoolean(false)) {
      throw Refusal.refused("\"stream\" is true: the answer is printed whole here");
    }
    return new ChatBody(
        chat(json),
        SamplingFields.read(json, SamplingOptions.DEFAULT),
        maxTokens(json.path("max_tokens")),
        texts(json.path("stop")));
  }

  /** Returns the request to continue the conversation's tokens. */
  GenerateRequest continuing(int[] promptTokens) {
    return GenerateRequest.of(promptTokens)
        .withSampling(sampling)
        .withMaxTokens(maxTokens)
        .withStop(stop);
  }

  private static JsonNode read(byte[] body) {
    try {
      JsonNode json = Json.read(body);
      if (json.isObject()) {
        return json;
      }
    } catch (JacksonException e) {
      throw new Refusal(
          Refusal.Kind.REFUSED, "the request is not JSON: " + e.getOriginalMessage(), e);
    }
    throw Refusal.refused("the request is not a JSON object");
  }

  private static ChatRequest chat(JsonNode json) {
    ChatRequest chat = ChatRequest.of(ChatMessage.parse(json.path("messages")));
    if (json.hasNonNull("tools")) {
      chat = chat.withTools(ChatTool.parse(json.path("tools")));
    }
    Map<String, JsonNode> variables = new LinkedHashMap<>();
    json.path("chat_template_kwargs")
        .properties()
        .forEach(e -> variables.put(e.getKey(), e.getValue()));
    return chat.withKwargs(variables);
  }

  private static int maxTokens(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return GenerateRequest.UNTIL_FULL;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw Refusal.refused("\"max_tokens\" is " + value + ": a whole number is accepted");
    }
    return value.intValue();
  }

  private static List<String> texts(JsonNode stop) {
    List<String> texts = new ArrayList<>();
    if (stop.isString()) {
      texts.add(stop.asString());
    } else if (stop.isArray()) {
      stop.forEach(text -> texts.add(text.asString()));
    }
    return texts;
  }
}
