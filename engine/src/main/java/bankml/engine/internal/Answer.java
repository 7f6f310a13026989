// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import bankml.engine.AnswerEvent;
import bankml.engine.FinishReason;
import bankml.engine.GenerateRequest;
import bankml.engine.Generation;
import bankml.engine.TokenListener;
import bankml.engine.TokenLogprob;
import bankml.model.Batch;
import bankml.model.Profile;
import bankml.sampling.Sampler;
import bankml.sampling.SamplingOptions;
import bankml.text.Tokenizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One answer while it is being made: what is still to be computed, what has been said, and whether
 * it is at its end. One thread.
 */
public final class Answer {
  /**
   * Rows of a prompt that are computed before the listener is asked again: enough to keep the
   * kernels at their best, few enough to be over soon. A power of two of at least 64, so that whole
   * tiles stay whole.
   */
  private static final int PASS_ROWS = 128;

  private static final byte[] NOTHING = {};

  private final GenerateRequest request;
  private final SamplingOptions sampling;
  private final TokenListener listener;
  private final Tokenizer tokenizer;
  private final int contextLength;
  private final int reused;
  private final Deque<Batch> prompt;
  private final Sampler sampler;
  private final Optional<Logprobs> logprobs;
  private final AnswerText bytes;
  private final StringBuilder text = new StringBuilder();
  private final List<Integer> tokens = new ArrayList<>();
  private final List<TokenLogprob> tokenLogprobs = new ArrayList<>();
  private final Stopwatch stopwatch = new Stopwatch();
  private Optional<FinishReason> finish = Optional.empty();
  private boolean stopped;

  /**
   * Starts the answer to {@code request} in a context of {@code contextLength} tokens.
   *
   * @param reused rows of the prompt that are in the cache already, at least one less than it has
   */
  public Answer(
      GenerateRequest request,
      TokenListener listener,
      Tokenizer tokenizer,
      Profile profile,
      int contextLength,
      int reused) {
    this.request = request;
    this.listener = listener;
    this.tokenizer = tokenizer;
    this.contextLength = contextLength;
    this.reused = reused;
    sampling = request.sampling().resolved();
    sampler = new Sampler(sampling, tokenizer);
    request.promptTokens().forEach(sampler::accept);
    logprobs =
        request.topLogprobs() > 0
            ? Optional.of(new Logprobs(tokenizer, request.topLogprobs()))
            : Optional.empty();
    bytes = new AnswerText(request.stop());
    int[] ids = request.promptTokens().stream().mapToInt(Integer::intValue).toArray();
    prompt =
        Batch.prompt(ids, reused, Batch.Outputs.LAST, profile).stream()
            .flatMap(batch -> batch.parts(PASS_ROWS).stream())
            .collect(Collectors.toCollection(ArrayDeque::new));
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
        int token = sampler.sample(logits);
        stopwatch.token();
        tokens.add(token);
        say(token, logits);
        finish = finishAfter(token, batch.endPosition());
      }
    }
  }

  private void say(int token, float[] logits) {
    byte[] piece = tokenizer.isControl(token) ? NOTHING : tokenizer.piece(token);
    bytes
        .push(piece, tokenizer.isEndOfGeneration(token))
        .ifPresent(out -> {
          List<TokenLogprob> told = logprobs.map(l -> l.of(token, out, logits)).stream().toList();
          tokenLogprobs.addAll(told);
          publish(out, List.of(token), told);
        });
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
    if (bytes.stop().isPresent()) {
      stopped = true;
      return Optional.of(FinishReason.STOP);
    }
    return tokens.size() == request.maxTokens()
        ? Optional.of(FinishReason.LENGTH)
        : Optional.empty();
  }

  private void publish(byte[] out, List<Integer> withTokens, List<TokenLogprob> told) {
    String piece = Logprobs.decode(tokenizer, out);
    text.append(piece);
    listener.onPiece(new AnswerEvent.Piece(piece, withTokens, told));
  }

  /** Ends the answer: gives out what was held back, and returns all of it. */
  public Generation generation() {
    byte[] rest = bytes.finish();
    if (rest.length > 0) {
      publish(rest, List.of(), List.of());
    }
    return new Generation(
        text.toString(),
        tokens,
        request.promptTokens().size(),
        reused,
        finish.orElse(FinishReason.CANCELLED),
        bytes.stop().filter(stop -> stopped),
        sampling,
        stopwatch.timings(),
        logprobsBeforeStop());
  }

  /** As {@code send_final_response} of server-context.cpp cuts them. */
  private List<TokenLogprob> logprobsBeforeStop() {
    int cut =
        bytes
            .stop()
            .filter(stop -> stopped)
            .map(stop -> tokenizer.encode(stop, false, false).length)
            .orElse(0);
    return tokenLogprobs.subList(0, Math.max(0, tokenLogprobs.size() - cut));
  }
}
