// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.gguf.Refusal;
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
 * @param continuation whether the last message is the beginning of the answer
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
    Continuation continuation,
    boolean enableThinking,
    Map<String, JsonNode> kwargs,
    Optional<JsonNode> jsonSchema,
    ZonedDateTime now) {

  /** Whether, and where, an answer goes on with the last message ({@code common/chat.h}). */
  public enum Continuation {
    /** The answer is a message of its own. */
    NONE,
    /** Behind its content, or behind its thinking where it has nothing else. */
    AUTO,
    /** Behind its thinking. */
    REASONING,
    /** Behind its content. */
    CONTENT
  }

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
        Continuation.NONE,
        true,
        Map.of(),
        Optional.empty(),
        ZonedDateTime.now(ZoneId.systemDefault()));
  }

  /** Returns this request with {@code tools} on offer. */
  public ChatRequest withTools(List<ChatTool> tools) {
    return new ChatRequest(
        messages,
        tools,
        addGenerationPrompt,
        continuation,
        enableThinking,
        kwargs,
        jsonSchema,
        now);
  }

  /** Returns this request with or without the beginning of the assistant's turn. */
  public ChatRequest withGenerationPrompt(boolean added) {
    return new ChatRequest(
        messages, tools, added, continuation, enableThinking, kwargs, jsonSchema, now);
  }

  /** Returns this request with the last message continued; it begins no turn then. */
  public ChatRequest withContinuation(Continuation continuation) {
    return new ChatRequest(
        messages,
        tools,
        addGenerationPrompt && continuation == Continuation.NONE,
        continuation,
        enableThinking,
        kwargs,
        jsonSchema,
        now);
  }

  /**
   * Returns this request as llama-server takes one that says nothing of continuation ({@code
   * tools/server/server-common.cpp}, {@code oaicompat_chat_params_parse}): a last message of the
   * assistant's is continued.
   *
   * @throws bankml.gguf.Refusal where the last two messages are the assistant's
   */
  public ChatRequest withLastAnswerContinued() {
    int count = messages.size();
    if (continuation != Continuation.NONE || count == 0 || !isAssistant(count - 1)) {
      return this;
    }
    if (count > 1 && isAssistant(count - 2)) {
      throw Refusal.refused(
          "messages[%d] and messages[%d] are both the assistant's: one can be continued"
              .formatted(count - 2, count - 1));
    }
    return withContinuation(Continuation.AUTO);
  }

  private boolean isAssistant(int index) {
    return messages.get(index).role().equals("assistant");
  }

  /** Returns this request with thinking on or off. */
  public ChatRequest withThinking(boolean enabled) {
    return new ChatRequest(
        messages, tools, addGenerationPrompt, continuation, enabled, kwargs, jsonSchema, now);
  }

  /** Returns this request with these variables for the template. */
  public ChatRequest withKwargs(Map<String, JsonNode> kwargs) {
    return new ChatRequest(
        messages,
        tools,
        addGenerationPrompt,
        continuation,
        enableThinking,
        kwargs,
        jsonSchema,
        now);
  }

  /** Returns this request with a schema for the answer. */
  public ChatRequest withJsonSchema(JsonNode schema) {
    return new ChatRequest(
        messages,
        tools,
        addGenerationPrompt,
        continuation,
        enableThinking,
        kwargs,
        Optional.of(schema),
        now);
  }

  /** Returns this request at another time. */
  public ChatRequest withNow(ZonedDateTime now) {
    return new ChatRequest(
        messages,
        tools,
        addGenerationPrompt,
        continuation,
        enableThinking,
        kwargs,
        jsonSchema,
        now);
  }
}
