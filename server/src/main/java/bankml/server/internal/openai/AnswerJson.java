// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.engine.Generation;
import bankml.engine.Timings;
import bankml.engine.TokenLogprob;
import bankml.server.internal.serving.Answering;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Parts of answers, as llama-server writes them. */
public final class AnswerJson {
  private AnswerJson() {}

  /** Puts {@code usage}: how many tokens there were. */
  static void putUsage(ObjectNode answer, Generation generation) {
    ObjectNode usage = answer.putObject("usage");
    usage.put("prompt_tokens", generation.promptTokens());
    usage.put("completion_tokens", generation.completionTokens());
    usage.put("total_tokens", generation.promptTokens() + generation.completionTokens());
    usage.putObject("prompt_tokens_details").put("cached_tokens", generation.reusedTokens());
  }

  /** Puts {@code timings} and {@code bankml_receipt}. */
  public static void putFacts(ObjectNode answer, Answering.Finished finished) {
    putTimings(answer, finished.generation());
    ObjectNode receipt = answer.putObject("bankml_receipt");
    finished.receipt().fields().forEach(receipt::putPOJO);
  }

  /** {@code server_slot_stats::to_json} of the reference's tools/server/server-common.cpp. */
  private static void putTimings(ObjectNode answer, Generation generation) {
    Timings times = generation.timings();
    int computed = generation.promptTokens() - generation.reusedTokens();
    ObjectNode timings = answer.putObject("timings");
    timings.put("cache_n", generation.reusedTokens());
    timings.put("prompt_n", computed);
    timings.put("prompt_ms", times.promptMs());
    timings.put("prompt_per_token_ms", perToken(times.promptMs(), computed));
    timings.put("prompt_per_second", times.promptPerSecond(computed));
    timings.put("predicted_n", generation.completionTokens());
    timings.put("predicted_ms", times.predictMs());
    timings.put(
        "predicted_per_token_ms", perToken(times.predictMs(), generation.completionTokens()));
    timings.put("predicted_per_second", times.predictedPerSecond(generation.completionTokens()));
  }

  private static double perToken(double ms, int tokens) {
    return tokens == 0 ? 0 : ms / tokens;
  }

  /**
   * Puts an array of logprobs ({@code completion_token_output::probs_vector_to_json} of the
   * reference's tools/server/server-task.cpp).
   *
   * @param alternatives how many of the most probable tokens are told beside each
   */
  public static void putLogprobs(
      ObjectNode object, String name, List<TokenLogprob> logprobs, int alternatives) {
    ArrayNode array = object.putArray(name);
    for (TokenLogprob logprob : logprobs) {
      ObjectNode token = array.addObject();
      put(token, logprob.id(), logprob.text(), logprob.bytes(), logprob.logprob());
      ArrayNode top = token.putArray("top_logprobs");
      logprob.top().stream()
          .limit(alternatives)
          .forEach(t -> put(top.addObject(), t.id(), t.text(), t.bytes(), t.logprob()));
    }
  }

  private static void put(
      ObjectNode token, int id, String text, List<Integer> bytes, float logprob) {
    token.put("id", id);
    token.put("token", text);
    ArrayNode array = token.putArray("bytes");
    bytes.forEach(array::add);
    token.put("logprob", (double) logprob);
  }
}
