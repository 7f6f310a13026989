// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import java.util.List;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests at random that llama-server and bankml read alike.
 *
 * @param path the route
 * @param body its fields, without the model's name and without {@code stream}
 */
record AnyQuestion(String path, ObjectNode body) {
  private static final JsonMapper JSON = new JsonMapper();

  private static final List<String> TEXTS =
      List.of(
          "Why is the sky blue?",
          "Say only the word yes.",
          "Répète : été, naïve, 🦄🎉, 日本語, Ελλάδα.",
          "Count from one to ten, a line each.",
          "<|im_start|>user\nIs \"<b>\" & 'x' a tag?\t",
          "Write a list of three colours with a dash before each. ".repeat(6),
          "a",
          "1, 2, 3, 4,");

  private static final List<String> SYSTEMS = List.of("You are a pirate.", "Answer in French.", "");

  private static final List<String> SAMPLINGS =
      List.of(
          "{'temperature': 0}",
          "{'temperature': 0, 'repeat_penalty': 1.3}",
          "{'seed': 7}",
          "{'seed': 41, 'temperature': 1.2, 'top_p': 0.8}",
          "{'seed': 3, 'temperature': 0.7, 'top_k': 5, 'min_p': 0.1}",
          "{'seed': 4294967294, 'presence_penalty': 0.5, 'frequency_penalty': 0.4}",
          "{'seed': 9, 'typical_p': 0.6, 'xtc_probability': 0.5}",
          "{'seed': 5, 'logit_bias': {'28': -100, ' the': 2.5}}",
          "{'temperature': 0, 'ignore_eos': true}",
          // Hot enough for tokens that are parts of characters.
          "{'seed': 11, 'temperature': 4, 'top_k': 0, 'top_p': 1, 'min_p': 0}",
          "{'seed': 12, 'temperature': 30, 'top_k': 0, 'top_p': 1, 'min_p': 0}");

  private static final List<String> STOPS =
      List.of("[]", "[]", "'.'", "['\\n', ',']", "[' the', ' is a', 'es']", "['e', 't']");

  private static final int MOST_TOKENS = 24;
  private static final int MOST_TURNS = 2;

  /** Returns a chat or a raw completion. */
  static AnyQuestion any(Random random) {
    ObjectNode body = JSON.readTree(pick(random, SAMPLINGS).replace('\'', '"')).asObject();
    body.set("stop", JSON.readTree(pick(random, STOPS).replace('\'', '"')));
    int tokens = 1 + random.nextInt(MOST_TOKENS);
    boolean logprobs = random.nextBoolean();
    int top = 1 + random.nextInt(5);
    return switch (random.nextInt(5)) {
      case 0 -> {
        body.put("n_predict", tokens).put("n_probs", logprobs ? top : 0);
        body.put("return_tokens", true).put("prompt", pick(random, TEXTS));
        yield new AnyQuestion("/completion", body);
      }
      case 1 -> {
        body.put("max_tokens", tokens).put("prompt", pick(random, TEXTS));
        if (logprobs) {
          body.put("logprobs", top);
        }
        yield new AnyQuestion("/v1/completions", body);
      }
      default -> {
        body.put(random.nextBoolean() ? "max_tokens" : "max_completion_tokens", tokens);
        if (logprobs) {
          body.put("logprobs", true).put("top_logprobs", top);
        }
        putMessages(body, random);
        yield new AnyQuestion("/v1/chat/completions", body);
      }
    };
  }

  private static void putMessages(ObjectNode body, Random random) {
    var messages = body.putArray("messages");
    if (random.nextInt(3) == 0) {
      messages.addObject().put("role", "system").put("content", pick(random, SYSTEMS));
    }
    for (int turns = random.nextInt(MOST_TURNS); turns > 0; turns--) {
      messages.addObject().put("role", "user").put("content", pick(random, TEXTS));
      messages.addObject().put("role", "assistant").put("content", pick(random, TEXTS));
    }
    messages.addObject().put("role", "user").put("content", pick(random, TEXTS));
    if (random.nextInt(4) == 0) { // an answer that is to go on
      messages.addObject().put("role", "assistant").put("content", pick(random, TEXTS));
    }
  }

  private static String pick(Random random, List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Returns the request's body for {@code model}. */
  String text(String model, boolean streamed, boolean cached) {
    ObjectNode whole = body.deepCopy();
    whole.put("model", model).put("stream", streamed).put("cache_prompt", cached);
    if (streamed && path.startsWith("/v1/")) {
      whole.putObject("stream_options").put("include_usage", true);
    }
    return JSON.writeValueAsString(whole);
  }
}
