// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.engine.GenerateRequest;
import bankml.gguf.Refusal;
import bankml.sampling.SamplingFields;
import bankml.sampling.SamplingOptions;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.json.JsonText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What chats and completions have in common, with llama-server's defaults ({@code
 * make_llama_cmpl_schema} of the reference's {@code tools/server/server-schema.cpp}).
 *
 * @param sampling how tokens are chosen
 * @param maxTokens tokens to generate at most; -1 goes on to the end of the context
 * @param stop the answer ends before the first of these
 * @param cachePrompt whether rows of earlier requests may be reused
 * @param streamed whether the answer is told while it is made
 * @param includeUsage whether a stream ends with the counts
 * @param alternatives how many of the most probable tokens are told beside each; -1 tells no
 *     logprobs at all
 */
public record CompletionFields(
    SamplingOptions sampling,
    int maxTokens,
    List<String> stop,
    boolean cachePrompt,
    boolean streamed,
    boolean includeUsage,
    int alternatives) {
  /** More alternatives than anyone reads would only fill the memory. */
  private static final int MOST_ALTERNATIVES = 1000;

  /** Three names for one limit. */
  private static final List<String> LIMITS =
      List.of("n_predict", "max_tokens", "max_completion_tokens");

  /** What each of the routes reads. */
  private static final Set<String> OWN =
      Set.of("model", "stream", "stream_options", "stop", "cache_prompt", "n_probs");

  /**
   * Returns the names of all fields of a route.
   *
   * @param harmless those with only some values
   * @param more what only this route reads
   */
  public static Set<String> names(Map<String, List<String>> harmless, String... more) {
    Set<String> names = new HashSet<>(OWN);
    names.addAll(LIMITS);
    names.addAll(SamplingFields.NAMES);
    names.addAll(Harmless.LABELS);
    names.addAll(harmless.keySet());
    names.addAll(List.of(more));
    return Set.copyOf(names);
  }

  /**
   * Reads them.
   *
   * @param alternatives what the route says of logprobs in words of its own; -1 where it does not
   * @throws HttpRefusal 400 that names the field
   */
  public static CompletionFields of(Fields fields, int alternatives) {
    return new CompletionFields(
        sampling(fields),
        limit(fields),
        stop(fields),
        fields.flag("cache_prompt").orElse(true),
        fields.flag("stream").orElse(false),
        includeUsage(fields),
        alternatives(fields, alternatives));
  }

  /** Returns the request to continue {@code tokens}. */
  public GenerateRequest request(List<Integer> tokens) {
    return new GenerateRequest(
        tokens,
        sampling,
        maxTokens,
        stop,
        cachePrompt,
        alternatives < 0 ? 0 : Math.max(1, alternatives));
  }

  private static int alternatives(Fields fields, int ofRoute) {
    long probabilities = fields.whole("n_probs", 0, MOST_ALTERNATIVES).orElse(0L);
    if (probabilities > 0 && ofRoute >= 0 && ofRoute != probabilities) {
      throw HttpRefusal.ofField(
          "n_probs", "\"n_probs\" and \"logprobs\" ask for different numbers: give one of them");
    }
    return probabilities > 0 ? (int) probabilities : ofRoute;
  }

  private static SamplingOptions sampling(Fields fields) {
    SamplingOptions options = SamplingOptions.DEFAULT;
    for (String name : new TreeSet<>(SamplingFields.NAMES)) {
      options = sampling(fields, List.of(name), options);
    }
    return sampling(fields, SamplingFields.CONSTRAINTS, options);
  }

  /** Reads some fields by themselves, so that a refusal can name one. */
  private static SamplingOptions sampling(
      Fields fields, Collection<String> names, SamplingOptions options) {
    ObjectNode some = JsonText.object();
    names.forEach(name -> fields.find(name).ifPresent(value -> some.set(name, value)));
    try {
      return SamplingFields.read(some, options);
    } catch (Refusal e) {
      String name = some.propertyNames().iterator().next();
      throw HttpRefusal.ofField(name, String.valueOf(e.getMessage()));
    }
  }

  private static int limit(Fields fields) {
    Set<Long> limits = new HashSet<>();
    for (String name : LIMITS) {
      fields
          .whole(name, GenerateRequest.UNTIL_FULL, Integer.MAX_VALUE)
          .filter(limits::add)
          .filter(limit -> limits.size() > 1)
          .ifPresent(limit -> {
            throw HttpRefusal.ofField(
                name, "\"" + name + "\" is another limit than one given beside it: give one");
          });
    }
    return limits.isEmpty() ? GenerateRequest.UNTIL_FULL : limits.iterator().next().intValue();
  }

  private static List<String> stop(Fields fields) {
    JsonNode stop = fields.find("stop").orElse(null);
    if (stop == null) {
      return List.of();
    }
    List<String> strings = new ArrayList<>();
    if (stop.isString()) {
      strings.add(stop.stringValue());
    } else {
      for (JsonNode element : fields.list("stop")) {
        if (!element.isString()) {
          throw Fields.wrong("stop", stop, "a string or an array of strings");
        }
        strings.add(element.stringValue());
      }
    }
    if (strings.contains("")) {
      throw Fields.wrong("stop", stop, "strings of at least one character, nothing else,");
    }
    return strings;
  }

  private static boolean includeUsage(Fields fields) {
    JsonNode options = fields.find("stream_options").orElse(null);
    if (options == null) {
      return false;
    }
    if (!options.isObject()) {
      throw Fields.wrong("stream_options", options, "an object");
    }
    for (String name : options.propertyNames()) {
      if (!name.equals("include_usage")) {
        throw HttpRefusal.ofField(
            "stream_options." + name,
            "the field \"" + name + "\" of \"stream_options\" is not supported");
      }
    }
    return Fields.exact(options, Set.of("include_usage")).flag("include_usage").orElse(false);
  }
}
