// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.gguf.Refusal;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/**
 * An answer that is computed on its model's own thread. What its reader has not taken yet waits, so
 * a slow reader slows only itself. One reader; {@link #cancel} may be called from any thread.
 */
public final class RunningAnswer {
  private final BlockingQueue<Supplier<AnswerEvent>> events = new LinkedBlockingQueue<>();
  private volatile boolean cancelled;
  private boolean ended;

  RunningAnswer() {}

  /**
   * Waits for the next event and returns it. An answer that failed ends with what it failed with
   * thrown here, in the place of {@link AnswerEvent.Done}.
   *
   * @throws Refusal of kind {@code CHANGED} where the model's file is not the verified one any
   *     more, of kind {@code IO} where it cannot be read any more, of kind {@code BUSY} where this
   *     thread is interrupted, which cancels the answer
   * @throws IllegalStateException after the end
   */
  public AnswerEvent take() {
    if (ended) {
      throw new IllegalStateException("the answer has ended");
    }
    try {
      AnswerEvent event = events.take().get();
      ended = event instanceof AnswerEvent.Done;
      return event;
    } catch (InterruptedException e) {
      cancel();
      Thread.currentThread().interrupt();
      throw new Refusal(Refusal.Kind.BUSY, "interrupted while the answer was made", e);
    } catch (RuntimeException | Error e) {
      ended = true;
      throw e;
    }
  }

  /** Asks for no more: the answer ends before its next token, or the next part of its prompt. */
  public void cancel() {
    cancelled = true;
  }

  /** Returns what hears the answer on the model's thread. */
  TokenListener listener() {
    return new TokenListener() {
      @Override
      public void onText(String text) {
        throw new IllegalStateException("pieces are taken whole");
      }

      @Override
      public void onPiece(AnswerEvent.Piece piece) {
        events.add(() -> piece);
      }

      @Override
      public void onPrompt(int done, int total) {
        events.add(() -> new AnswerEvent.Prompt(done, total));
      }

      @Override
      public boolean cancelled() {
        return cancelled;
      }
    };
  }

  void complete(Generation generation) {
    events.add(() -> new AnswerEvent.Done(generation));
  }

  void fail(Throwable failure) {
    events.add(() -> {
      switch (failure) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure);
      }
    });
  }
}
