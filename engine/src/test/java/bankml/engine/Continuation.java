// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.sampling.SamplingFields;
import bankml.sampling.SamplingOptions;
import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A prompt to continue, for bankml and for llama-server alike.
 *
 * @param promptTokens how many tokens the prompt has
 * @param period the prompt is so many tokens of {@link #TEXT}, or all, over and over
 * @param sampling the request's fields that shape sampling
 */
record Continuation(
    int promptTokens, int period, ObjectNode sampling, int maxTokens, List<String> stop) {
  private static final int ALL = Integer.MAX_VALUE;
  private static final JsonMapper JSON = new JsonMapper();

  static final String TEXT =
      "The lighthouse keeper counted the ships every evening. On the third of March there were"
          + " seven, and one of them had no flag: \"Who are they?\" asked the girl. He thought for a"
          + " while, put down his tea, and said\n\n- they come from the other side;\n- they never"
          + " stay. In Python, `def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)` is slow"
          + " because it computes the same values again and again. Paris is the capital of France,"
          + " Rome is the capital of Italy, and the café is closed on Mondays. ";

  private static final int[] PROMPTS = {1, 2, 7, 20, 40, 63, 64, 65, 90, 150};
  private static final double[] TEMPERATURE = {0, 0.3, 0.8, 1.5};
  private static final int[] TOP_K = {0, 1, 5, 40, 1000};
  private static final double[] TOP_P = {0.5, 0.8, 0.95, 1};
  private static final double[] MIN_P = {0, 0.05, 0.2};
  private static final List<List<String>> STOP =
      List.of(List.of(), List.of(), List.of("\n"), List.of(" of the", "e s", "."));

  /**
   * The cases for one model: some by hand, then {@code random} ones that differ by {@code seed}.
   */
  static List<Continuation> cases(int seed, int random) {
    List<Continuation> cases = new ArrayList<>();
    cases.add(new Continuation(40, ALL, fields(0.8, 40, 0.95, 0.05, seed), 24, List.of()));
    cases.add(new Continuation(100, ALL, fields(0, 40, 0.95, 0.05, seed), 24, List.of()));
    cases.add(new Continuation(9, ALL, fields(1.5, 0, 1, 0, seed), 24, List.of()));
    cases.add(new Continuation(9, ALL, fields(1.5, 0, 0.9, 0, seed), 24, List.of()));
    cases.add(new Continuation(520, ALL, fields(1.5, 40, 0.95, 0.05, seed), 12, List.of()));
    Random choose = new Random(seed);
    for (int i = 0; i < random; i++) {
      cases.add(any(choose));
    }
    return cases;
  }

  private static Continuation any(Random random) {
    ObjectNode sampling =
        fields(
            TEMPERATURE[random.nextInt(TEMPERATURE.length)],
            TOP_K[random.nextInt(TOP_K.length)],
            TOP_P[random.nextInt(TOP_P.length)],
            MIN_P[random.nextInt(MIN_P.length)],
            random.nextInt(Integer.MAX_VALUE));
    return new Continuation(
        PROMPTS[random.nextInt(PROMPTS.length)],
        ALL,
        sampling,
        16,
        STOP.get(random.nextInt(STOP.size())));
  }

  private static ObjectNode fields(
      double temperature, int topK, double topP, double minP, int seed) {
    return JSON.createObjectNode()
        .put("seed", seed)
        .put("temperature", temperature)
        .put("top_k", topK)
        .put("top_p", topP)
        .put("min_p", minP);
  }

  /** Returns the prompt in the tokens of {@code tokenizer}. */
  int[] prompt(Tokenizer tokenizer) {
    int[] once = tokenizer.encode(TEXT, false, false);
    int[] prompt = new int[promptTokens];
    Arrays.setAll(prompt, i -> once[i % Math.min(period, once.length)]);
    return prompt;
  }

  /** Returns what llama-server is asked, cold. */
  ObjectNode question(Tokenizer tokenizer) {
    ObjectNode question =
        sampling
            .deepCopy()
            .put("n_predict", maxTokens)
            .put("cache_prompt", false)
            .put("return_tokens", true);
    Arrays.stream(prompt(tokenizer)).forEach(question.putArray("prompt")::add);
    stop.forEach(question.putArray("stop")::add);
    return question;
  }

  /** Returns what bankml answers, in the shape of {@link #theirs}. */
  String ours(Engine engine, Tokenizer tokenizer) {
    Generation answer =
        engine.generate(
            GenerateRequest.of(prompt(tokenizer))
                .withSampling(SamplingFields.read(sampling, SamplingOptions.DEFAULT))
                .withMaxTokens(maxTokens)
                .withStop(stop));
    return line(answer.finishReason().wireName(), JSON.valueToTree(answer.tokens()), answer.text());
  }

  /** Returns what llama-server answered: one line of why it ended, token ids and text. */
  static String theirs(JsonNode answer) {
    boolean limit = answer.get("stop_type").asString().equals("limit");
    return line(limit ? "length" : "stop", answer.get("tokens"), answer.get("content").asString());
  }

  private static String line(String finish, JsonNode tokens, String text) {
    ObjectNode line = JSON.createObjectNode().put("finish", finish);
    line.set("tokens", tokens);
    return JSON.writeValueAsString(line.put("text", text));
  }
}
