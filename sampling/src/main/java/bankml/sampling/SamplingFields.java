// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Reads the fields of a request that shape sampling, as llama-server names them. {@code null}
 * counts as absent. Where llama-server passes over what it cannot use, it is refused here.
 */
public final class SamplingFields {
  /** The names of these fields but for {@link #CONSTRAINTS}. */
  public static final Set<String> NAMES =
      Stream.concat(
              Arrays.stream(SamplingOption.values()).map(SamplingOption::optionName),
              Stream.of("seed", "samplers", "dry_sequence_breakers", "logit_bias", "ignore_eos"))
          .collect(Collectors.toUnmodifiableSet());

  /**
   * The names of fields that ask for an answer of a form. They are for raw prompts: what
   * llama-server makes of them in a chat depends on the chat's template.
   */
  public static final Set<String> CONSTRAINTS = Set.of("grammar", "json_schema");

  private SamplingFields() {}

  /**
   * Returns {@code defaults} with what {@code request}, a JSON object, says otherwise.
   *
   * @throws Refusal naming the field, its value and what is accepted
   */
  public static SamplingOptions read(JsonNode request, SamplingOptions defaults) {
    SamplingOptions options = defaults;
    for (SamplingOption option : SamplingOption.values()) {
      String name = option.optionName();
      if (request.hasNonNull(name)) {
        options = options.with(option, number(name, request.path(name)));
      }
    }
    if (request.hasNonNull("seed")) {
      options = options.withSeed(seed(request.path("seed")));
    }
    if (request.hasNonNull("samplers")) {
      options = options.withSamplers(samplers(request.path("samplers")));
    }
    if (request.hasNonNull("dry_sequence_breakers")) {
      String name = "dry_sequence_breakers";
      options = options.withDryBreakers(texts(name, request.path(name)));
    }
    if (request.hasNonNull("logit_bias")) {
      options = options.withLogitBias(biases(request.path("logit_bias")));
    }
    if (request.hasNonNull("ignore_eos")) {
      JsonNode value = request.path("ignore_eos");
      if (!value.isBoolean()) {
        throw wrong("ignore_eos", value, "true or false is");
      }
      options = options.withIgnoreEos(value.booleanValue());
    }
    return options.withGrammar(grammar(request, defaults.grammar()));
  }

  private static String grammar(JsonNode request, String otherwise) {
    JsonNode grammar = request.path("grammar");
    JsonNode schema = request.path("json_schema");
    if (request.hasNonNull("grammar")) {
      if (request.hasNonNull("json_schema")) {
        throw wrong("json_schema", schema, "it or a \"grammar\" is");
      }
      if (!grammar.isString()) {
        throw wrong("grammar", grammar, "a string is");
      }
      return grammar.asString();
    }
    return request.hasNonNull("json_schema") ? JsonSchema.grammar(schema) : otherwise;
  }

  private static double number(String name, JsonNode value) {
    if (!value.isNumber()) {
      throw wrong(name, value, "a number is");
    }
    return value.doubleValue();
  }

  private static long seed(JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrong("seed", value, "a whole number is");
    }
    return value.longValue();
  }

  private static List<SamplerKind> samplers(JsonNode value) {
    if (value.isString()) {
      return value.asString().chars().mapToObj(c -> SamplerKind.ofLetter((char) c)).toList();
    }
    return texts("samplers", value).stream().map(SamplerKind::named).toList();
  }

  private static List<String> texts(String name, JsonNode value) {
    if (!value.isArray()) {
      throw wrong(name, value, "a list of strings is");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode text : value) {
      if (!text.isString()) {
        throw wrong(name, text, "only strings in the list are");
      }
      texts.add(text.asString());
    }
    return texts;
  }

  /** A list of pairs, or an object; tokens by id or as texts. */
  private static List<LogitBias> biases(JsonNode value) {
    List<LogitBias> biases = new ArrayList<>();
    if (value.isArray()) {
      for (JsonNode pair : value) {
        biases.add(pair(pair));
      }
    } else if (value.isObject()) {
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        biases.add(new LogitBias(LogitBias.targetOf(entry.getKey()), bias(entry.getValue())));
      }
    } else {
      throw wrong("logit_bias", value, "a list of pairs or an object is");
    }
    return biases;
  }

  private static LogitBias pair(JsonNode pair) {
    if (pair.isArray() && pair.size() == 2) {
      JsonNode target = pair.get(0);
      if (target.isString()) {
        return LogitBias.of(target.asString(), bias(pair.get(1)));
      }
      if (target.isIntegralNumber() && target.canConvertToInt()) {
        return LogitBias.of(target.intValue(), bias(pair.get(1)));
      }
    }
    throw wrong("logit_bias", pair, "pairs of a token (its id or a text) and a bias are");
  }

  private static float bias(JsonNode value) {
    if (value.isBoolean() && !value.booleanValue()) {
      return Float.NEGATIVE_INFINITY;
    }
    return (float) number("logit_bias", value);
  }

  private static Refusal wrong(String name, JsonNode value, String accepted) {
    return Refusal.refused("\"" + name + "\" is " + value + ": " + accepted + " accepted");
  }
}
