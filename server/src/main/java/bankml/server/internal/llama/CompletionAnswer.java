// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.engine.AnswerEvent;
import bankml.engine.FinishReason;
import bankml.engine.Generation;
import bankml.engine.TokenLogprob;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.openai.AnswerJson;
import bankml.server.internal.openai.CompletionFields;
import bankml.server.internal.openai.EventStream;
import bankml.server.internal.openai.OpenAiBody;
import bankml.server.internal.serving.Answering;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer as llama-server's {@code /completion} tells it ({@code to_json_non_oaicompat} of the
 * reference's {@code tools/server/server-task.cpp}). One thread.
 */
final class CompletionAnswer implements Answering.Listener {
  private final Exchange exchange;
  private final String model;
  private final CompletionFields asked;
  private final boolean withTokens;
  private List<Integer> prompt = List.of();
  private @Nullable EventStream stream;

  /**
   * Prepares to answer {@code exchange}.
   *
   * @param withTokens whether a whole answer tells its token ids
   */
  CompletionAnswer(Exchange exchange, String model, CompletionFields asked, boolean withTokens) {
    this.exchange = exchange;
    this.model = model;
    this.asked = asked;
    this.withTokens = withTokens;
  }

  /** Takes the prompt that is answered. */
  void prompt(List<Integer> tokens) {
    prompt = tokens;
  }

  @Override
  public void accepted() {
    if (asked.streamed()) {
      stream = new EventStream(exchange);
    }
  }

  @Override
  public void piece(AnswerEvent.Piece piece) {
    if (stream != null) {
      ObjectNode part = JsonText.object().put("index", 0).put("content", piece.text());
      piece.tokens().forEach(part.putArray("tokens")::add);
      part.put("stop", false);
      part.put("id_slot", 0);
      part.put("tokens_evaluated", prompt.size());
      putProbabilities(part, piece.logprobs());
      stream.send(part);
    }
  }

  /** Tells the end, or all of the answer. */
  void finish(Answering.Finished finished) {
    Generation generation = finished.generation();
    boolean whole = stream == null;
    ObjectNode last = JsonText.object().put("index", 0);
    last.put("content", whole ? generation.text() : "");
    List<Integer> tokens = whole && withTokens ? generation.tokens() : List.of();
    tokens.forEach(last.putArray("tokens")::add);
    last.put("id_slot", 0);
    last.put("stop", true);
    last.put("model", model);
    last.put("tokens_predicted", generation.completionTokens());
    last.put("tokens_evaluated", generation.promptTokens());
    Settings.put(last.putObject("generation_settings"), generation.sampling(), asked);
    last.put("prompt", Detokenized.text(prompt, finished.model().tokenizer()));
    last.put("has_new_line", generation.text().contains("\n"));
    last.put("truncated", false);
    last.put("stop_type", stopType(generation));
    last.put("stopping_word", generation.stopString().orElse(""));
    int computed = Math.max(0, generation.completionTokens() - 1); // the last one is not
    last.put("tokens_cached", generation.promptTokens() + computed);
    putProbabilities(last, whole ? generation.logprobs() : List.of());
    AnswerJson.putFacts(last, finished);
    if (stream == null) {
      OpenAiBody.answer(exchange, last);
    } else {
      stream.send(last);
      stream.end();
    }
  }

  private static String stopType(Generation generation) {
    if (generation.finishReason() == FinishReason.LENGTH) {
      return "limit";
    }
    return generation.stopString().isPresent() ? "word" : "eos";
  }

  private void putProbabilities(ObjectNode object, List<TokenLogprob> logprobs) {
    if (!logprobs.isEmpty()) {
      AnswerJson.putLogprobs(object, "completion_probabilities", logprobs, asked.alternatives());
    }
  }
}
