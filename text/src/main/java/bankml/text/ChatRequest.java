// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a chat template is asked to render.
 *
 * @param messages the conversation, oldest first
 * @param tools the functions on offer, or none
 * @param addGenerationPrompt whether the prompt ends with the beginning of the assistant's turn
 * @param enableThinking what the template sees as {@code enable_thinking}
 * @param kwargs more variables for the template ({@code chat_template_kwargs}); they win over all
 *     but {@code add_generation_prompt}
 * @param jsonSchema the schema the answer must follow; a few templates describe it
 * @param now the time that templates may print, in the zone they print it in
 */
public record ChatRequest(
    List<ChatMessage> messages,
    List<ChatTool> tools,
    boolean addGenerationPrompt,
    boolean enableThinking,
    Map<String, JsonNode> kwargs,
    Optional<JsonNode> jsonSchema,
    ZonedDateTime now) {

  /** Keeps its own copies of the collections. */
  public ChatRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    kwargs = Collections.unmodifiableMap(new LinkedHashMap<>(kwargs));
  }

  /** Returns a request with llama-server's defaults: no tools, thinking on, a turn begun, now. */
  public static ChatRequest of(List<ChatMessage> messages) {
    return new ChatRequest(
        messages,
        List.of(),
        true,
        true,
        Map.of(),
        Optional.empty(),
        ZonedDateTime.now(ZoneId.systemDefault()));
  }

  /** Returns this request with {@code tools} on offer. */
  public ChatRequest withTools(List<ChatTool> tools) {
    return new ChatRequest(
        messages, tools, addGenerationPrompt, enableThinking, kwargs, jsonSchema, now);
  }

  /** Returns this request with or without the beginning of the assistant's turn. */
  public ChatRequest withGenerationPrompt(boolean added) {
    return new ChatRequest(messages, tools, added, enableThinking, kwargs, jsonSchema, now);
  }

  /** Returns this request with thinking on or off. */
  public ChatRequest withThinking(boolean enabled) {
    return new ChatRequest(messages, tools, addGenerationPrompt, enabled, kwargs, jsonSchema, now);
  }

  /** Returns this request with these variables for the template. */
  public ChatRequest withKwargs(Map<String, JsonNode> kwargs) {
    return new ChatRequest(
        messages, tools, addGenerationPrompt, enableThinking, kwargs, jsonSchema, now);
  }

  /** Returns this request with a schema for the answer. */
  public ChatRequest withJsonSchema(JsonNode schema) {
    return new ChatRequest(
        messages, tools, addGenerationPrompt, enableThinking, kwargs, Optional.of(schema), now);
  }

  /** Returns this request at another time. */
  public ChatRequest withNow(ZonedDateTime now) {
    return new ChatRequest(
        messages, tools, addGenerationPrompt, enableThinking, kwargs, jsonSchema, now);
  }
}
