// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import bankml.engine.AnswerEvent;
import bankml.engine.FinishReason;
import bankml.engine.GenerateRequest;
import bankml.engine.Generation;
import bankml.engine.TokenListener;
import bankml.model.Batch;
import bankml.model.Profile;
import bankml.sampling.Sampler;
import bankml.sampling.SamplingOptions;
import bankml.text.StreamDecoder;
import bankml.text.Tokenizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * One answer while it is being made: what is still to be computed, what has been said, and whether
 * it is at its end. One thread.
 */
public final class Answer {
  private final GenerateRequest request;
  private final SamplingOptions sampling;
  private final TokenListener listener;
  private final Tokenizer tokenizer;
  private final int contextLength;
  private final Deque<Batch> prompt;
  private final Sampler sampler;
  private final StreamDecoder decoder;
  private final StopStrings stops;
  private final StringBuilder text = new StringBuilder();
  private final List<Integer> tokens = new ArrayList<>();
  private final Stopwatch stopwatch = new Stopwatch();
  private Optional<FinishReason> finish = Optional.empty();

  /** Starts the answer to {@code request}, from an empty cache of {@code contextLength} tokens. */
  public Answer(
      GenerateRequest request,
      TokenListener listener,
      Tokenizer tokenizer,
      Profile profile,
      int contextLength) {
    this.request = request;
    this.listener = listener;
    this.tokenizer = tokenizer;
    this.contextLength = contextLength;
    sampling = request.sampling().resolved();
    sampler = new Sampler(sampling, tokenizer.vocabSize());
    decoder = new StreamDecoder(tokenizer);
    stops = new StopStrings(request.stop());
    int[] ids = request.promptTokens().stream().mapToInt(Integer::intValue).toArray();
    prompt = new ArrayDeque<>(Batch.prompt(ids, 0, Batch.Outputs.LAST, profile));
  }

  /** Returns whether nothing is left to do. Asks the listener whether it wants more. */
  public boolean finished() {
    if (finish.isEmpty() && listener.cancelled()) {
      finish = Optional.of(FinishReason.CANCELLED);
    }
    return finish.isPresent();
  }

  /** Returns what the model has to compute next: a part of the prompt, or the last token. */
  public Batch nextBatch() {
    return prompt.isEmpty()
        ? Batch.next(tokens.getLast(), request.promptTokens().size() + tokens.size() - 1)
        : prompt.getFirst();
  }

  /**
   * Takes what the model has computed for {@link #nextBatch}, with which the answer may have its
   * next token.
   *
   * @param logits of the batch's last row, where it has any
   */
  public void computed(Batch batch, float[] logits) {
    if (!prompt.isEmpty()) {
      prompt.removeFirst();
      listener.onPrompt(batch.endPosition(), request.promptTokens().size());
    }
    if (batch.outputs() > 0) {
      stopwatch.logits();
      if (request.maxTokens() == 0) {
        finish = Optional.of(FinishReason.LENGTH);
      } else {
        say(sampler.sample(logits), batch.endPosition());
      }
    }
  }

  private void say(int token, int computed) {
    stopwatch.token();
    tokens.add(token);
    if (!tokenizer.isControl(token)) {
      publish(stops.push(decoder.push(token)));
    }
    finish = finishAfter(token, computed);
  }

  /**
   * Why the answer ends after {@code token}, with {@code computed} tokens in the cache. Where there
   * are several reasons, llama-server's order decides ({@code process_token} in the reference's
   * {@code tools/server/server-context.cpp}).
   */
  private Optional<FinishReason> finishAfter(int token, int computed) {
    if (tokenizer.isEndOfGeneration(token)) {
      return Optional.of(FinishReason.STOP);
    }
    if (computed + 1 >= contextLength) {
      return Optional.of(FinishReason.LENGTH);
    }
    if (stops.found()) {
      return Optional.of(FinishReason.STOP);
    }
    return tokens.size() == request.maxTokens()
        ? Optional.of(FinishReason.LENGTH)
        : Optional.empty();
  }

  private void publish(String piece) {
    if (!piece.isEmpty()) {
      text.append(piece);
      listener.onPiece(new AnswerEvent.Piece(piece, List.of(), List.of()));
    }
  }

  /** Ends the answer: gives out what was held back, and returns all of it. */
  public Generation generation() {
    if (!stops.found()) {
      publish(stops.push(decoder.finish()));
    }
    publish(stops.finish());
    return new Generation(
        text.toString(),
        tokens,
        request.promptTokens().size(),
        0,
        finish.orElse(FinishReason.CANCELLED),
        Optional.empty(),
        sampling,
        stopwatch.timings(),
        List.of());
  }
}
