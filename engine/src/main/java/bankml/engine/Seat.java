// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.store.StoredModel;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A place for one loaded model, with the thread that computes its answers. Guarded by the lock of
 * its {@link Residency}; while it is taken, only the request whose turn it is changes it.
 */
final class Seat {
  /** Computes one answer after the other. */
  final ExecutorService thread;

  /** Whether a request has its turn, or the model is about to go. */
  boolean taken;

  /** What the seat is for, loaded or about to be. */
  Optional<StoredModel> stored = Optional.empty();

  Optional<LoadedModel> model = Optional.empty();
  Optional<Future<?>> timer = Optional.empty();
  Optional<RunningAnswer> answer = Optional.empty();
  KeepAlive keepAlive = KeepAlive.NONE;
  Instant idleSince = Instant.MIN;

  Seat(int number) {
    thread =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("bankml-engine-" + number).daemon().factory());
  }

  /** Returns whether this seat is, or is about to be, {@code wanted}'s. */
  boolean isFor(StoredModel wanted) {
    return stored.filter(wanted::equals).isPresent();
  }

  /** Returns when the model goes unless it is used before. */
  Optional<Instant> expiry(Instant now) {
    return keepAlive.expiry(taken ? now : idleSince);
  }

  /** Returns whether the model's time is over. */
  boolean isExpired(Instant now) {
    return !taken && model.isPresent() && expiry(now).filter(t -> !t.isAfter(now)).isPresent();
  }
}
