// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import java.util.Optional;

/**
 * A request's turn with a model: from when it was acquired until its answer has been computed, or
 * until it is closed without one. Reading the answer needs no turn. One thread.
 */
public final class Lease implements AutoCloseable {
  private final Residency residency;
  private final Seat seat;
  private final LoadedModel model;
  private Optional<RunningAnswer> answer = Optional.empty();
  private boolean closed;

  Lease(Residency residency, Seat seat, LoadedModel model) {
    this.residency = residency;
    this.seat = seat;
    this.model = model;
  }

  /** Returns the model. Once the turn is over it may be closed: its texts and facts stay. */
  public LoadedModel model() {
    return model;
  }

  /**
   * Starts the one answer of this turn.
   *
   * @throws bankml.gguf.Refusal when the prompt leaves no room in the context, which leaves the
   *     turn as it was; of kind {@code BUSY} when the residency is closed
   */
  public RunningAnswer submit(GenerateRequest request) {
    if (closed || answer.isPresent()) {
      throw new IllegalStateException("a turn is for one answer");
    }
    model.engine().requireRoom(request);
    RunningAnswer running = new RunningAnswer();
    residency.start(seat, model, request, running);
    answer = Optional.of(running);
    return running;
  }

  /** Ends the turn: an answer that is still being computed is cancelled. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      answer.ifPresentOrElse(RunningAnswer::cancel, () -> residency.giveBack(seat, true));
    }
  }
}
