// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.engine.GenerateRequest;
import bankml.sampling.SamplingOption;
import bankml.sampling.SamplingOptions;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A request's {@code options}. Those that only change how Ollama computes are accepted and change
 * nothing; all others that bankml does not have are refused.
 *
 * @param sampling how tokens are chosen, with Ollama's defaults
 * @param maxTokens tokens to generate at most
 * @param stop the answer ends before the first of these
 * @param contextLength tokens that the prompt may have, where the request says it
 */
record OllamaOptions(
    SamplingOptions sampling, int maxTokens, List<String> stop, OptionalInt contextLength) {
  /** Ollama's own defaults ({@code api.DefaultOptions}); penalties are off, see the differences. */
  static final SamplingOptions DEFAULTS =
      SamplingOptions.DEFAULT.withTemperature(0.8f).withTopK(40).withTopP(0.9f).withMinP(0);

  private static final int LEAST_CONTEXT = 4;

  /** What changes where and how fast an answer is computed there, and nothing here. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "num_thread",
          "num_gpu",
          "main_gpu",
          "num_batch",
          "use_mmap",
          "use_mlock",
          "low_vram",
          "numa",
          "f16_kv",
          "vocab_only",
          "logits_all",
          "num_keep",
          "penalize_newline");

  /** Ollama's options for the samplers of the default chain that its defaults leave off. */
  private static final Set<SamplingOption> SAMPLERS =
      EnumSet.of(
          SamplingOption.TYPICAL_P,
          SamplingOption.REPEAT_LAST_N,
          SamplingOption.REPEAT_PENALTY,
          SamplingOption.PRESENCE_PENALTY,
          SamplingOption.FREQUENCY_PENALTY,
          SamplingOption.MIROSTAT,
          SamplingOption.MIROSTAT_TAU,
          SamplingOption.MIROSTAT_ETA);

  private static final Set<String> FLAGS =
      Set.of(
          "use_mmap",
          "use_mlock",
          "low_vram",
          "numa",
          "f16_kv",
          "vocab_only",
          "logits_all",
          "penalize_newline");

  private static final Set<String> DECIMALS =
      Set.of(
          "temperature",
          "top_p",
          "min_p",
          "typical_p",
          "repeat_penalty",
          "presence_penalty",
          "frequency_penalty",
          "tfs_z",
          "mirostat_eta",
          "mirostat_tau");

  /** Reads {@code options}. */
  static OllamaOptions of(Fields fields) {
    OllamaOptions options =
        new OllamaOptions(DEFAULTS, GenerateRequest.UNTIL_FULL, List.of(), OptionalInt.empty());
    JsonNode given = fields.find("options").orElse(null);
    if (given == null) {
      return options;
    }
    if (!given.isObject()) {
      throw Fields.wrong("options", given, "an object");
    }
    for (Map.Entry<String, JsonNode> option : given.properties()) {
      if (!option.getValue().isNull()) {
        options = options.with(option.getKey(), option.getValue());
      }
    }
    return options;
  }

  private OllamaOptions with(String name, JsonNode value) {
    requireType(name, value);
    return switch (name) {
      case "temperature" -> sampled(sampling.withTemperature(value.floatValue()));
      case "top_k" -> sampled(sampling.withTopK(whole(name, value)));
      case "top_p" -> sampled(sampling.withTopP(value.floatValue()));
      case "min_p" -> sampled(sampling.withMinP(value.floatValue()));
      case "seed" -> sampled(sampling.withSeed(seed(value)));
      case "num_predict" -> {
        int limit = whole(name, value);
        yield new OllamaOptions(
            sampling, limit <= 0 ? GenerateRequest.UNTIL_FULL : limit, stop, contextLength);
      }
      case "num_ctx" ->
          new OllamaOptions(
              sampling,
              maxTokens,
              stop,
              OptionalInt.of(Math.max(LEAST_CONTEXT, whole(name, value))));
      case "stop" -> new OllamaOptions(sampling, maxTokens, strings(value), contextLength);
      case "tfs_z" -> {
        if (value.doubleValue() != 1) {
          throw refusal(name, "tfs_z " + value + ": not built, only 1 (off) is possible");
        }
        yield this;
      }
      default -> WITHOUT_EFFECT.contains(name) ? this : sampled(withSampler(name, value));
    };
  }

  private SamplingOptions withSampler(String name, JsonNode value) {
    SamplingOption option =
        SamplingOption.named(name)
            .filter(SAMPLERS::contains)
            .orElseThrow(() -> refusal(name, "the option \"" + name + "\" is not supported"));
    boolean wholeContext = option == SamplingOption.REPEAT_LAST_N && value.doubleValue() == -1;
    return sampling.with(option, wholeContext ? Integer.MAX_VALUE : value.doubleValue());
  }

  private OllamaOptions sampled(SamplingOptions value) {
    return new OllamaOptions(value, maxTokens, stop, contextLength);
  }

  /** Refuses in Ollama's own words. */
  private static void requireType(String name, JsonNode value) {
    if (name.equals("stop")) {
      if (!value.isArray()) {
        throw refusal(name, "option \"stop\" must be of type array");
      }
    } else if (FLAGS.contains(name)) {
      if (!value.isBoolean()) {
        throw refusal(name, "option \"" + name + "\" must be of type boolean");
      }
    } else if (!value.isNumber()) {
      String type = DECIMALS.contains(name) ? "float32" : "integer";
      throw refusal(name, "option \"" + name + "\" must be of type " + type);
    }
  }

  private static int whole(String name, JsonNode value) {
    double number = value.doubleValue();
    if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
      throw refusal(name, name + " " + value + ": a whole number is possible");
    }
    return (int) number;
  }

  private static long seed(JsonNode value) {
    double number = value.doubleValue();
    if (number != Math.rint(number) || Math.abs(number) > 1L << 53) {
      throw refusal("seed", "seed " + value + ": a whole number is possible");
    }
    return Math.max(SamplingOptions.RANDOM_SEED, (long) number);
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    for (JsonNode element : array) {
      if (!element.isString()) {
        throw refusal("stop", "option \"stop\" must be of an array of strings");
      }
      if (element.stringValue().isEmpty()) {
        throw refusal("stop", "option \"stop\" has an empty string: nothing would be answered");
      }
      strings.add(element.stringValue());
    }
    return strings;
  }

  private static HttpRefusal refusal(String name, String reason) {
    return HttpRefusal.ofField("options." + name, reason);
  }
}
