// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.engine.GenerateRequest;
import bankml.engine.KeepAlive;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.serving.Serving;
import bankml.store.StoredModel;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What {@code /api/chat} and {@code /api/generate} have in common.
 *
 * @param name the model, as the client wrote it
 * @param stored the model
 * @param options how to answer
 * @param keepAlive how long the model stays
 * @param streamed whether the answer is told while it is made
 * @param truncate whether an over-long conversation may be cut
 * @param topLogprobs how many of the most probable tokens are told; -1 tells no logprobs at all
 * @param debug whether only the prompt is shown
 */
record Asked(
    OllamaName name,
    StoredModel stored,
    OllamaOptions options,
    KeepAlive keepAlive,
    boolean streamed,
    boolean truncate,
    int topLogprobs,
    boolean debug) {
  /** The fields of both. */
  static final Set<String> FIELDS =
      Set.of(
          "model",
          "stream",
          "options",
          "keep_alive",
          "format",
          "think",
          "truncate",
          "shift",
          "logprobs",
          "top_logprobs",
          "_debug_render_only");

  private static final int MOST_LOGPROBS = 20;

  /** Reads the fields that both have; {@code name} is the model that is asked. */
  static Asked of(Fields fields, OllamaName name, StoredModel stored, Serving serving) {
    requireNoFormat(fields);
    requireNoThinking(fields, name);
    fields
        .flag("shift")
        .filter(shift -> shift)
        .ifPresent(shift -> {
          throw HttpRefusal.ofField(
              "shift",
              "\"shift\" is true: an answer ends where the context is full, nothing is shifted out");
        });
    long top = fields.find("top_logprobs").isPresent() ? top(fields) : 0;
    boolean logprobs = fields.flag("logprobs").orElse(false);
    return new Asked(
        name,
        stored,
        OllamaOptions.of(fields),
        OllamaBody.keepAlive(fields).orElse(serving.keepAlive()),
        fields.flag("stream").orElse(true),
        fields.flag("truncate").orElse(true),
        logprobs ? (int) top : -1,
        fields.flag("_debug_render_only").orElse(false));
  }

  private static long top(Fields fields) {
    long top = fields.whole("top_logprobs", Integer.MIN_VALUE, Integer.MAX_VALUE).orElse(0L);
    if (top < 0 || top > MOST_LOGPROBS) {
      throw HttpRefusal.ofField("top_logprobs", "top_logprobs must be between 0 and 20");
    }
    return top;
  }

  private static void requireNoFormat(Fields fields) {
    JsonNode format = fields.find("format").orElse(null);
    if (format == null || (format.isString() && format.stringValue().isEmpty())) {
      return;
    }
    boolean meant = format.isObject() || (format.isString() && format.stringValue().equals("json"));
    throw meant
        ? HttpRefusal.ofField("format", "\"format\" is not built yet: answers are free text")
        : Fields.wrong("format", format, "\"json\" or a JSON schema");
  }

  private static void requireNoThinking(Fields fields, OllamaName name) {
    JsonNode think = fields.find("think").orElse(null);
    if (think == null || (think.isBoolean() && !think.booleanValue())) {
      return;
    }
    boolean level =
        think.isString() && Set.of("high", "medium", "low").contains(think.stringValue());
    if (think.isString() && !level) {
      throw HttpRefusal.ofField(
          "think",
          "invalid think value: \""
              + think.stringValue()
              + "\" (must be \"high\", \"medium\", \"low\", true, or false)");
    }
    if (!think.isBoolean() && !level) {
      throw HttpRefusal.ofField(
          "think",
          "think must be a boolean or string (\"high\", \"medium\", \"low\", true, or false)");
    }
    throw HttpRefusal.ofField("think", "\"" + name.text() + "\" does not support thinking");
  }

  /** Returns the request to continue {@code tokens}. */
  GenerateRequest request(List<Integer> tokens) {
    return new GenerateRequest(
        tokens,
        options.sampling(),
        options.maxTokens(),
        options.stop(),
        true,
        topLogprobs < 0 ? 0 : Math.max(1, topLogprobs));
  }

  /** Returns the tokens that a prompt may have in a context of {@code contextLength}. */
  int promptLimit(int contextLength) {
    int asked = options.contextLength().orElse(contextLength);
    if (asked > contextLength) {
      throw HttpRefusal.ofField(
          "options.num_ctx",
          "num_ctx "
              + asked
              + ": the context of this server has "
              + contextLength
              + " tokens; `bankml serve --ctx` changes that");
    }
    return Math.min(asked, contextLength - 1); // the answer needs a place, too
  }
}
