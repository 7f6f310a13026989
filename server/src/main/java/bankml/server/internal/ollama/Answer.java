// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.engine.AnswerEvent;
import bankml.engine.TokenLogprob;
import bankml.server.internal.http.AnswerStream;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.serving.Answering;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How an answer is told to Ollama's clients: as lines while it is made, or as one object. One
 * thread.
 */
abstract class Answer implements Answering.Listener {
  private final Exchange exchange;
  private final String model;
  private final boolean streamed;
  private final int alternatives;
  private final long start = System.nanoTime();
  private @Nullable AnswerStream stream;

  /**
   * Prepares to answer {@code exchange}.
   *
   * @param model the model's name as the client wrote it
   * @param streamed whether the answer is told while it is made
   * @param alternatives how many of the most probable tokens are told beside each logprob
   */
  Answer(Exchange exchange, String model, boolean streamed, int alternatives) {
    this.exchange = exchange;
    this.model = model;
    this.streamed = streamed;
    this.alternatives = alternatives;
  }

  /** Puts {@code text}, where the route has it. */
  abstract void putText(ObjectNode line, String text);

  /** Returns whether logprobs stand before the durations, as in chats. */
  abstract boolean logprobsFirst();

  @Override
  public void accepted() {
    if (streamed) {
      stream = exchange.stream("application/x-ndjson");
    }
  }

  @Override
  public void piece(AnswerEvent.Piece piece) {
    if (stream != null && !piece.text().isEmpty()) {
      ObjectNode line = line(piece.text()).put("done", false);
      putLogprobs(line, piece.logprobs());
      stream.send(JsonText.write(line) + "\n");
    }
  }

  /** Tells the end, or all of the answer. */
  void finish(Answering.Finished finished) {
    boolean whole = stream == null;
    ObjectNode line = line(whole ? finished.generation().text() : "");
    line.put("done", true);
    line.put("done_reason", finished.generation().finishReason().wireName());
    List<TokenLogprob> logprobs = whole ? finished.generation().logprobs() : List.of();
    if (logprobsFirst()) {
      putLogprobs(line, logprobs);
    }
    putMetrics(line, finished);
    if (!logprobsFirst()) {
      putLogprobs(line, logprobs);
    }
    ObjectNode receipt = line.putObject("bankml_receipt");
    finished.receipt().fields().forEach(receipt::putPOJO);
    if (stream == null) {
      answer(line);
    } else {
      stream.send(JsonText.write(line) + "\n");
      stream.end();
    }
  }

  /** Tells that nothing was to be answered: the model was only loaded or unloaded. */
  void finishWithout(String reason) {
    answer(line("").put("done", true).put("done_reason", reason));
  }

  /** Shows the prompt instead of answering it. */
  void showPrompt(String prompt) {
    ObjectNode line = line("");
    if (line.get("message") instanceof ObjectNode message) {
      message.put("role", "");
    }
    line.put("done", false).putObject("_debug_info").put("rendered_template", prompt);
    answer(line);
  }

  private void answer(ObjectNode object) {
    exchange.answer(
        200, OllamaDialect.JSON, JsonText.write(object).getBytes(StandardCharsets.UTF_8));
  }

  private ObjectNode line(String text) {
    ObjectNode line = JsonText.object();
    line.put("model", model);
    line.put("created_at", Instant.now().toString());
    putText(line, text);
    return line;
  }

  private void putMetrics(ObjectNode line, Answering.Finished finished) {
    putUnlessZero(line, "total_duration", System.nanoTime() - start);
    putUnlessZero(line, "load_duration", finished.loadNanos());
    putUnlessZero(line, "prompt_eval_count", finished.generation().promptTokens());
    putUnlessZero(line, "prompt_eval_duration", nanos(finished.generation().timings().promptMs()));
    putUnlessZero(line, "eval_count", finished.generation().completionTokens());
    putUnlessZero(line, "eval_duration", nanos(finished.generation().timings().predictMs()));
  }

  private static void putUnlessZero(ObjectNode line, String name, long value) {
    if (value != 0) {
      line.put(name, value);
    }
  }

  private static long nanos(double ms) {
    return Math.round(ms * 1e6);
  }

  private void putLogprobs(ObjectNode line, List<TokenLogprob> logprobs) {
    if (logprobs.isEmpty()) {
      return;
    }
    ArrayNode array = line.putArray("logprobs");
    for (TokenLogprob logprob : logprobs) {
      ObjectNode token = array.addObject();
      put(token, logprob.text(), logprob.logprob(), logprob.bytes());
      if (alternatives > 0) {
        ArrayNode top = token.putArray("top_logprobs");
        logprob.top().stream()
            .limit(alternatives)
            .forEach(t -> put(top.addObject(), t.text(), t.logprob(), t.bytes()));
      }
    }
  }

  private static void put(ObjectNode token, String text, float logprob, List<Integer> bytes) {
    token.put("token", text);
    token.put("logprob", (double) logprob);
    ArrayNode array = token.putArray("bytes");
    bytes.forEach(array::add);
  }
}
