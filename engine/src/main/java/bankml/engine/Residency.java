// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.gguf.Refusal;
import bankml.store.ModelStore;
import bankml.store.StoredModel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The models that are loaded, and whose turn it is with them. A model answers one request at a
 * time. Requests wait in one queue and are served in its order, but for those that wait for another
 * model than the one that is free. Every load runs guard and pin. To make room, the model that has
 * been idle longest is unmapped before the next one is read. Safe for use by any thread.
 */
public final class Residency implements AutoCloseable {

  /**
   * How many of what.
   *
   * @param compute how models are run
   * @param maxResident models that may be loaded at a time, 1 or more
   * @param maxWaiting requests that may wait for their turn, 0 or more
   */
  public record Settings(ComputeSettings compute, int maxResident, int maxWaiting) {
    /** Refuses numbers that mean nothing. */
    public Settings {
      if (maxResident < 1 || maxWaiting < 0) {
        throw Refusal.refused(
            "%d resident models and %d waiting requests: at least 1 and 0 are needed"
                .formatted(maxResident, maxWaiting));
      }
    }
  }

  /** A request that waits; its future is the seat that it gets. */
  private record Ticket(StoredModel stored, CompletableFuture<Seat> seat) {}

  private final ModelStore store;
  private final Settings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Seat> seats;
  private final Deque<Ticket> waiting = new ArrayDeque<>();
  private final ScheduledExecutorService expiry =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("bankml-expiry").daemon().factory());
  private volatile boolean closed;

  /** Begins with no model loaded. */
  public Residency(ModelStore store, Settings settings) {
    this.store = store;
    this.settings = settings;
    this.seats = IntStream.rangeClosed(1, settings.maxResident()).mapToObj(Seat::new).toList();
  }

  /**
   * Waits for this request's turn with the model called {@code name}, loads it where it is not, and
   * returns the turn.
   *
   * @param keepAlive how long the model stays after this turn
   * @throws Refusal of kind {@code BUSY} when too many wait already, when this is closed, or when
   *     the thread is interrupted; of kind {@code CHANGED} when the loaded file is not the verified
   *     one any more, after which it is loaded anew; else as {@link ModelStore#require} and {@link
   *     LoadedModel#open} refuse
   */
  public Lease acquire(String name, KeepAlive keepAlive) {
    StoredModel stored = store.require(name);
    Seat seat = await(enqueue(stored));
    try {
      return new Lease(this, seat, ready(seat, stored, keepAlive));
    } catch (RuntimeException | Error e) {
      giveBack(seat, false);
      throw e;
    }
  }

  private Ticket enqueue(StoredModel stored) {
    Ticket ticket = new Ticket(stored, new CompletableFuture<>());
    lock.lock();
    try {
      requireOpen();
      waiting.addLast(ticket);
      grantTurns();
      if (waiting.size() > settings.maxWaiting() && waiting.remove(ticket)) {
        throw new Refusal(
            Refusal.Kind.BUSY,
            settings.maxWaiting() + " requests are waiting already: ask again later");
      }
      return ticket;
    } finally {
      lock.unlock();
    }
  }

  private Seat await(Ticket ticket) {
    try {
      return ticket.seat().get();
    } catch (ExecutionException e) {
      throw ending(); // nothing else fails a ticket
    } catch (InterruptedException e) {
      abandon(ticket);
      Thread.currentThread().interrupt();
      throw new Refusal(Refusal.Kind.BUSY, "interrupted while waiting for its turn", e);
    }
  }

  private void abandon(Ticket ticket) {
    lock.lock();
    try {
      if (waiting.remove(ticket)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    if (!ticket.seat().isCompletedExceptionally()) {
      giveBack(ticket.seat().join(), false);
    }
  }

  /** Gives seats to those who wait, in their order. Under the lock. */
  private void grantTurns() {
    for (Iterator<Ticket> tickets = waiting.iterator(); tickets.hasNext(); ) {
      Ticket ticket = tickets.next();
      Optional<Seat> own = seats.stream().filter(s -> s.isFor(ticket.stored())).findFirst();
      Optional<Seat> seat = own.or(this::idleLongest);
      if (seat.isEmpty()) {
        return; // every seat is taken, and the next one that is not is this request's
      }
      if (!seat.get().taken) {
        tickets.remove();
        seat.get().taken = true;
        seat.get().stored = Optional.of(ticket.stored());
        ticket.seat().complete(seat.get());
      }
    }
  }

  private Optional<Seat> idleLongest() {
    return seats.stream().filter(s -> !s.taken).min(Comparator.comparing(s -> s.idleSince));
  }

  /** Makes sure that the seat of this turn holds the model that it is for. */
  private LoadedModel ready(Seat seat, StoredModel stored, KeepAlive keepAlive) {
    Optional<LoadedModel> present = seat.model.filter(m -> m.stored().equals(stored));
    present.ifPresent(LoadedModel::requireUnchanged);
    LoadedModel model =
        present.orElseGet(() -> {
          empty(seat);
          return LoadedModel.open(stored, settings.compute(), (step, done, total) -> requireOpen());
        });
    lock.lock();
    try {
      seat.model = Optional.of(model);
      seat.keepAlive = keepAlive;
    } finally {
      lock.unlock();
    }
    return model;
  }

  /** Computes an answer on the seat's own thread. */
  void start(Seat seat, LoadedModel model, GenerateRequest request, RunningAnswer answer) {
    lock.lock();
    try {
      requireOpen();
      seat.answer = Optional.of(answer);
      seat.thread.execute(() -> compute(seat, model, request, answer));
    } finally {
      lock.unlock();
    }
  }

  private void compute(
      Seat seat, LoadedModel model, GenerateRequest request, RunningAnswer answer) {
    try {
      Generation generation = model.engine().generate(request, answer.listener());
      model.requireUnchanged();
      giveBack(seat, true);
      answer.complete(generation);
    } catch (Throwable t) { // of any kind: whoever reads must hear of it
      giveBack(seat, isOfRequest(t));
      answer.fail(t);
    }
  }

  /** Whether the request was at fault, and not the model. */
  private static boolean isOfRequest(Throwable failure) {
    return failure instanceof Refusal refusal
        && switch (refusal.kind()) {
          case REFUSED, USAGE -> true;
          case IO, TRUNCATED, CHANGED, BUSY -> false;
        };
  }

  /**
   * Ends a turn.
   *
   * @param sound whether the model is as it should be; else it goes
   */
  void giveBack(Seat seat, boolean sound) {
    if (!(sound && keep(seat))) {
      empty(seat);
      lock.lock();
      try {
        seat.stored = Optional.empty();
        seat.idleSince = Instant.MIN;
        free(seat);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Leaves the model where it is for as long as it was asked to stay; not always it may. */
  private boolean keep(Seat seat) {
    lock.lock();
    try {
      boolean stays = !closed && !seat.keepAlive.isNone();
      if (stays) {
        seat.idleSince = Instant.now();
        seat.keepAlive.time().ifPresent(time -> unloadLater(seat, time));
        free(seat);
      }
      return stays;
    } finally {
      lock.unlock();
    }
  }

  /** Under the lock. */
  private void free(Seat seat) {
    seat.answer = Optional.empty();
    seat.taken = false;
    grantTurns();
  }

  /** Closes the model of a seat that is taken. */
  private void empty(Seat seat) {
    Optional<LoadedModel> model;
    lock.lock();
    try {
      model = seat.model;
      seat.model = Optional.empty();
    } finally {
      lock.unlock();
    }
    model.ifPresent(LoadedModel::close);
  }

  /** Under the lock, and not when closed. */
  private void unloadLater(Seat seat, Duration time) {
    seat.timer.ifPresent(timer -> timer.cancel(false));
    seat.timer =
        Optional.of(
            expiry.schedule(this::unloadExpired, time.toMillis() + 1, TimeUnit.MILLISECONDS));
  }

  private void unloadExpired() {
    Instant now = Instant.now();
    unloadIdle(taking(seat -> seat.isExpired(now)));
  }

  /** Returns the models that are loaded, in no order that means anything. */
  public List<Resident> resident() {
    Instant now = Instant.now();
    lock.lock();
    try {
      List<Resident> resident = new ArrayList<>();
      for (Seat seat : seats) {
        seat.model.ifPresent(m ->
            resident.add(
                new Resident(
                    m.name(),
                    m.sha256(),
                    m.bytes(),
                    m.engine().contextLength(),
                    m.verifiedAt(),
                    seat.expiry(now))));
      }
      return resident;
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many requests wait for their turn. */
  public int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Unloads the model called {@code name}: now where it is idle, else when the answer that is being
   * computed has ended. Does nothing where it is not loaded.
   *
   * @throws Refusal where there is no such model
   */
  public void unload(String name) {
    StoredModel stored = store.require(name);
    lock.lock();
    try {
      seats.stream().filter(s -> s.isFor(stored)).forEach(s -> s.keepAlive = KeepAlive.NONE);
    } finally {
      lock.unlock();
    }
    unloadIdle(taking(seat -> seat.isFor(stored)));
  }

  /** Takes the idle seats that {@code which} names. */
  private List<Seat> taking(Predicate<Seat> which) {
    lock.lock();
    try {
      List<Seat> idle = seats.stream().filter(s -> !s.taken).filter(which).toList();
      idle.forEach(s -> s.taken = true);
      return idle;
    } finally {
      lock.unlock();
    }
  }

  private void unloadIdle(List<Seat> taken) {
    taken.forEach(seat -> giveBack(seat, false));
  }

  private void requireOpen() {
    if (closed) {
      throw ending();
    }
  }

  private static Refusal ending() {
    return new Refusal(Refusal.Kind.BUSY, "no more answers: the end has begun");
  }

  /**
   * Refuses those who wait, cancels the answers that are being computed, and returns when they have
   * ended and every model is unloaded, but for one whose turn its owner has not given back yet.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      waiting.forEach(ticket ->
          ticket
              .seat()
              .completeExceptionally(
                  new Refusal(Refusal.Kind.BUSY, "no more answers: the end has begun")));
      waiting.clear();
      seats.forEach(seat -> seat.answer.ifPresent(RunningAnswer::cancel));
      expiry.shutdownNow();
    } finally {
      lock.unlock();
    }
    seats.forEach(seat -> seat.thread.close());
    unloadIdle(taking(seat -> true));
  }
}
