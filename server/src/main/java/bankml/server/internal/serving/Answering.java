// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.serving;

import bankml.engine.AnswerEvent;
import bankml.engine.FinishReason;
import bankml.engine.GenerateRequest;
import bankml.engine.Generation;
import bankml.engine.KeepAlive;
import bankml.engine.Lease;
import bankml.engine.LoadedModel;
import bankml.engine.Receipt;
import bankml.engine.RunningAnswer;
import bankml.gguf.Refusal;
import bankml.server.internal.http.ClientGone;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.HttpRefusal;
import bankml.store.StoredModel;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One answer, from waiting for the model to the receipt. One thread, but for cancelling. */
public final class Answering {

  /** Hears how an answer comes along, on the handler's thread; what it throws ends the answer. */
  public interface Listener {
    /** The model is there and has taken the request: from here on, nothing is wrong with it. */
    default void accepted() {}

    /** A part of the prompt is computed. */
    default void prompt(AnswerEvent.Prompt prompt) {}

    /** The answer has gone on. */
    default void piece(AnswerEvent.Piece piece) {}
  }

  /**
   * A complete answer.
   *
   * @param model what answered; its facts stay, whether it is still loaded or not
   * @param generation the answer
   * @param receipt of it
   * @param loadNanos from the request to the model's turn
   */
  public record Finished(
      LoadedModel model, Generation generation, Receipt receipt, long loadNanos) {}

  private final Serving serving;
  private final Exchange exchange;
  private final Thread handler = Thread.currentThread();
  private boolean cancelled;
  private @Nullable RunningAnswer running;

  /** Prepares to answer {@code exchange}, on its handler's thread. */
  public Answering(Serving serving, Exchange exchange) {
    this.serving = serving;
    this.exchange = exchange;
  }

  /**
   * Waits for a turn with the model, loads it where it is not, and answers.
   *
   * @param request makes the request, knowing the model
   * @throws Refusal as {@code Residency.acquire}, {@code Lease.submit}, {@code RunningAnswer.take}
   *     and {@code LoadedModel.receipt} refuse
   * @throws ClientGone when the client has hung up
   * @throws HttpRefusal 503 when the server stops
   */
  public Finished answer(
      StoredModel stored,
      KeepAlive keepAlive,
      Function<LoadedModel, GenerateRequest> request,
      Listener listener) {
    exchange.note("model", stored.name());
    return exchange.whileWanted(
        this::cancel,
        () -> {
          try {
            return turn(stored, keepAlive, request, listener);
          } catch (Refusal e) {
            throw isCancelled() ? unwanted() : e;
          }
        });
  }

  private Finished turn(
      StoredModel stored,
      KeepAlive keepAlive,
      Function<LoadedModel, GenerateRequest> request,
      Listener listener) {
    long start = System.nanoTime();
    try (Lease lease = serving.residency().acquire(stored.name(), keepAlive)) {
      long loadNanos = System.nanoTime() - start;
      LoadedModel model = lease.model();
      RunningAnswer answer = lease.submit(request.apply(model));
      started(answer);
      listener.accepted();
      Generation generation = follow(answer, listener);
      note(generation, loadNanos);
      return new Finished(model, generation, model.receipt(exchange.body(), generation), loadNanos);
    }
  }

  private Generation follow(RunningAnswer answer, Listener listener) {
    while (true) {
      switch (answer.take()) {
        case AnswerEvent.Prompt prompt -> listener.prompt(prompt);
        case AnswerEvent.Piece piece -> listener.piece(piece);
        case AnswerEvent.Done(Generation generation) -> {
          if (generation.finishReason() == FinishReason.CANCELLED) {
            throw unwanted();
          }
          return generation;
        }
      }
    }
  }

  private void note(Generation generation, long loadNanos) {
    exchange.note("load_ms", loadNanos / 1_000_000);
    exchange.note("prompt_tokens", generation.promptTokens());
    exchange.note("reused_tokens", generation.reusedTokens());
    exchange.note("completion_tokens", generation.completionTokens());
    exchange.note("ttft_ms", Math.round(generation.timings().ttftMs()));
    exchange.note("finish", generation.finishReason().wireName());
  }

  private synchronized void started(RunningAnswer answer) {
    running = answer;
    if (cancelled) {
      answer.cancel();
    }
  }

  /** Ends the answer, or the waiting for it. Any thread. */
  private synchronized void cancel() {
    cancelled = true;
    RunningAnswer answer = running;
    if (answer == null) {
      handler.interrupt();
    } else {
      answer.cancel();
    }
  }

  private synchronized boolean isCancelled() {
    return cancelled;
  }

  private RuntimeException unwanted() {
    Thread.interrupted(); // what is still to be said may be said
    return exchange.stopping()
        ? new HttpRefusal(503, "the server is stopping: the answer is not complete")
        : new ClientGone(new IllegalStateException("cancelled"));
  }
}
