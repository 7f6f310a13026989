// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.engine.AnswerEvent;
import bankml.engine.TokenLogprob;
import bankml.engine.Version;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.serving.Answering;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How an answer is told to OpenAI's clients: as events while it is made, or as one object. One
 * thread.
 */
abstract class OpenAiAnswer implements Answering.Listener {
  private final Exchange exchange;
  private final String id;
  private final String model;
  private final CompletionFields fields;
  private final long created = Instant.now().getEpochSecond();
  private @Nullable EventStream stream;

  /**
   * Prepares to answer {@code exchange}.
   *
   * @param prefix of the answer's id
   * @param model the model's name as the client wrote it
   */
  OpenAiAnswer(Exchange exchange, String prefix, String model, CompletionFields fields) {
    this.exchange = exchange;
    this.id = prefix + exchange.id();
    this.model = model;
    this.fields = fields;
  }

  /**
   * What an answer's text says.
   *
   * @param thinking what the model has thought, kept apart from the answer
   * @param text the answer
   */
  record Said(String thinking, String text) {
    /** Returns whether it is nothing. */
    boolean isEmpty() {
      return thinking.isEmpty() && text.isEmpty();
    }
  }

  /** Returns what the next {@code text} of the answer says; once for each piece, in order. */
  abstract Said said(String text);

  /** Returns what the whole answer, or a part of it, calls itself. */
  abstract String object(boolean part);

  /** Puts {@code said} into a choice that is the whole answer, or a part of it. */
  abstract void putText(ObjectNode choice, Said said, boolean part);

  @Override
  public void accepted() {
    if (fields.streamed()) {
      stream = new EventStream(exchange);
    }
  }

  @Override
  public void piece(AnswerEvent.Piece piece) {
    if (stream != null) {
      Said said = said(piece.text());
      if (!said.isEmpty() || !piece.logprobs().isEmpty()) {
        ObjectNode line = line(true);
        ObjectNode choice = choice(line, said, true).putNull("finish_reason");
        putLogprobs(choice, piece.logprobs());
        stream.send(line);
      }
    }
  }

  /** Tells the end, or all of the answer. */
  void finish(Answering.Finished finished) {
    String reason = finished.generation().finishReason().wireName();
    if (stream == null) {
      ObjectNode whole = line(false);
      ObjectNode choice = choice(whole, said(finished.generation().text()), false);
      choice.put("finish_reason", reason);
      putLogprobs(choice, finished.generation().logprobs());
      AnswerJson.putUsage(whole, finished.generation());
      AnswerJson.putFacts(whole, finished);
      OpenAiBody.answer(exchange, whole);
      return;
    }
    ObjectNode last = line(true);
    choice(last, new Said("", ""), true).put("finish_reason", reason);
    if (fields.includeUsage()) {
      stream.send(last);
      last = line(true);
      last.withArrayProperty("choices");
      AnswerJson.putUsage(last, finished.generation());
    }
    AnswerJson.putFacts(last, finished);
    stream.send(last);
    stream.done();
  }

  private ObjectNode line(boolean part) {
    ObjectNode line = JsonText.object();
    line.put("id", id);
    line.put("object", object(part));
    line.put("created", created);
    line.put("model", model);
    line.put("system_fingerprint", "bankml-" + Version.TEXT);
    return line;
  }

  private ObjectNode choice(ObjectNode line, Said said, boolean part) {
    ObjectNode choice = line.putArray("choices").addObject();
    choice.put("index", 0);
    putText(choice, said, part);
    return choice;
  }

  private void putLogprobs(ObjectNode choice, List<TokenLogprob> logprobs) {
    if (!logprobs.isEmpty()) {
      AnswerJson.putLogprobs(
          choice.putObject("logprobs"), "content", logprobs, fields.alternatives());
    }
  }
}
