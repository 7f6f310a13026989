// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of threads that run one task at a time together with the caller. Between tasks they
 * spin for a moment, then park, so an idle engine costs nothing and a busy host is not fought over.
 * No result may depend on {@link #count()}: a task writes what its share of the work computes, and
 * nothing is summed across workers.
 *
 * <p>Any thread may call {@link #run} and {@link #split}; calls from several threads take turns. A
 * task must not start another one.
 */
public final class Workers implements AutoCloseable {
  private static final int SPINS = 2_000;

  /** What each worker does. */
  @FunctionalInterface
  public interface Task {
    /** Does the share of {@code worker}, 0 to {@code workers - 1}. */
    void run(int worker, int workers);
  }

  /** A piece of a range of items. */
  @FunctionalInterface
  public interface Range {
    /** Does the items {@code from} (inclusive) to {@code to} (exclusive) as {@code worker}. */
    void run(int worker, int from, int to);
  }

  private final Thread[] threads;
  private final float[][] scratch;
  private final ReentrantLock turn = new ReentrantLock();
  private final AtomicInteger round = new AtomicInteger();
  private final AtomicInteger unfinished = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicInteger next = new AtomicInteger();
  private final Task pieces = (worker, workers) -> takePieces(worker);

  private Task task = (worker, workers) -> {};
  private Range range = (worker, from, to) -> {};
  private int items;
  private int grain = 1;
  private volatile @Nullable Thread caller;
  private volatile boolean closed;

  /** Starts {@code count - 1} threads; the caller of a task is the last worker. */
  public Workers(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("workers: " + count + ", at least 1 is needed");
    }
    threads = new Thread[count - 1];
    scratch = new float[count][0];
    for (int i = 0; i < threads.length; i++) {
      int worker = i + 1;
      threads[i] =
          Thread.ofPlatform()
              .name("bankml-worker-" + worker)
              .daemon()
              .unstarted(() -> serve(worker));
    }
    for (Thread thread : threads) {
      thread.start();
    }
  }

  /** Returns the number of workers, the caller included. */
  public int count() {
    return threads.length + 1;
  }

  /**
   * Returns a buffer of at least {@code length} floats that is {@code worker}'s own while its task
   * runs. What is in it is left over from earlier tasks.
   */
  public float[] scratch(int worker, int length) {
    if (scratch[worker].length < length) {
      scratch[worker] = new float[length];
    }
    return scratch[worker];
  }

  /**
   * Runs the task on every worker and returns when all have finished. What a worker throws is
   * thrown here, after the others have finished.
   */
  public void run(Task newTask) {
    begin();
    try {
      runInTurn(newTask);
    } finally {
      turn.unlock();
    }
  }

  /**
   * Cuts {@code count} items into pieces of {@code pieceSize} (the last may be shorter), which the
   * workers take one after another, and returns when all are done. Throws as {@link #run} does.
   */
  public void split(int count, int pieceSize, Range work) {
    if (count < 0 || pieceSize < 1) {
      throw new IllegalArgumentException(count + " items in pieces of " + pieceSize);
    }
    begin();
    try {
      range = work;
      items = count;
      grain = pieceSize;
      next.set(0);
      runInTurn(pieces);
    } finally {
      turn.unlock();
    }
  }

  private void begin() {
    if (turn.isHeldByCurrentThread()) {
      throw new IllegalStateException("a task may not start another");
    }
    turn.lock();
    if (closed) {
      turn.unlock();
      throw new IllegalStateException("the workers are closed");
    }
  }

  private void runInTurn(Task newTask) {
    if (threads.length == 0) {
      newTask.run(0, 1);
      return;
    }
    task = newTask;
    caller = Thread.currentThread();
    unfinished.set(threads.length);
    round.incrementAndGet(); // publishes the task
    for (Thread thread : threads) {
      LockSupport.unpark(thread);
    }
    runShare(0);
    awaitOthers();
    Throwable thrown = failure.getAndSet(null);
    if (thrown != null) {
      throw asUnchecked(thrown);
    }
  }

  private void awaitOthers() {
    for (int spin = 0; unfinished.get() > 0; spin++) {
      if (spin < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.park(this);
      }
    }
  }

  private void serve(int worker) {
    int seen = 0;
    while (true) {
      for (int spin = 0; round.get() == seen && !closed; spin++) {
        if (spin < SPINS) {
          Thread.onSpinWait();
        } else {
          LockSupport.park(this);
        }
      }
      if (round.get() == seen) {
        return;
      }
      seen = round.get();
      runShare(worker);
      if (unfinished.decrementAndGet() == 0) {
        LockSupport.unpark(caller);
      }
    }
  }

  private void runShare(int worker) {
    try {
      task.run(worker, count());
    } catch (Throwable t) { // of any kind: the caller must hear of it, and the worker must live on
      failure.compareAndSet(null, t);
    }
  }

  private void takePieces(int worker) {
    int size = grain;
    for (int from = next.getAndAdd(size);
        from < items && failure.get() == null;
        from = next.getAndAdd(size)) {
      range.run(worker, from, Math.min(from + size, items));
    }
  }

  private static RuntimeException asUnchecked(Throwable thrown) {
    return switch (thrown) {
      case Error error -> throw error;
      case RuntimeException exception -> exception;
      default -> new IllegalStateException(thrown);
    };
  }

  /** Ends and joins the threads. A running task is finished first. Closing again does nothing. */
  @Override
  public void close() {
    turn.lock();
    try {
      closed = true;
    } finally {
      turn.unlock();
    }
    for (Thread thread : threads) {
      LockSupport.unpark(thread);
      joinUninterrupted(thread);
    }
  }

  private static void joinUninterrupted(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
