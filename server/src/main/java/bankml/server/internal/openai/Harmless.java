// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.server.internal.json.Fields;
import bankml.server.internal.json.JsonText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Fields that ask for what bankml does not do, but for the values that ask for nothing: those are
 * accepted, all others are refused.
 */
public final class Harmless {
  /** Labels and hints that do not shape an answer, whatever their value. */
  static final Set<String> LABELS =
      Set.of(
          "user",
          "metadata",
          "safety_identifier",
          "prompt_cache_key",
          "n_keep",
          "n_discard",
          "sse_ping_interval");

  /** Of every route. */
  public static final Map<String, List<String>> COMMON =
      Map.ofEntries(
          Map.entry("n", List.of("1")),
          Map.entry("n_cmpl", List.of("1")),
          Map.entry("id_slot", List.of("-1", "0")),
          Map.entry("n_indent", List.of("0")),
          Map.entry("n_cache_reuse", List.of("0")),
          Map.entry("t_max_predict_ms", List.of("-1")),
          Map.entry("lora", List.of("[]")),
          Map.entry("response_fields", List.of("[]")),
          Map.entry("adaptive_target", List.of("-1", "-1.0")),
          Map.entry("verbose", List.of("false")),
          Map.entry("timings_per_token", List.of("false")),
          Map.entry("return_progress", List.of("false")),
          Map.entry("backend_sampling", List.of("false")),
          Map.entry("post_sampling_probs", List.of("false")),
          Map.entry("store", List.of("false")),
          Map.entry("service_tier", List.of("\"auto\"", "\"default\"")));

  /** Of chats. */
  static final Map<String, List<String>> CHAT =
      with(
          Map.of(
              "tools", List.of("[]"),
              "tool_choice", List.of("\"none\"", "\"auto\""),
              "parallel_tool_calls", List.of("true", "false"),
              "functions", List.of("[]"),
              "function_call", List.of("\"none\"", "\"auto\""),
              "response_format", List.of("{\"type\":\"text\"}"),
              "modalities", List.of("[\"text\"]"),
              "echo", List.of("false")));

  /** Of text completions. */
  static final Map<String, List<String>> TEXT =
      with(
          Map.of(
              "echo", List.of("false"),
              "best_of", List.of("1"),
              "suffix", List.of("\"\"")));

  private Harmless() {}

  private static Map<String, List<String>> with(Map<String, List<String>> more) {
    Map<String, List<String>> all = new TreeMap<>(COMMON);
    all.putAll(more);
    return all;
  }

  /** Refuses every field of {@code fields} whose value is none of those in {@code accepted}. */
  public static void require(Fields fields, Map<String, List<String>> accepted) {
    new TreeMap<>(accepted)
        .forEach((name, values) -> {
          JsonNode value = fields.find(name).orElse(null);
          if (value != null && !values.contains(JsonText.write(value))) {
            throw Fields.wrong(name, value, "not supported here: only " + either(values));
          }
        });
  }

  private static String either(List<String> values) {
    return String.join(" or ", values);
  }
}
