// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.jspecify.annotations.Nullable;

/**
 * Notices that nobody wants an answer any more. A client that hangs up is noticed without writing
 * to it: its connection is read from time to time, while its request is being answered and nobody
 * else reads. As Go's server does, a client that only ends its own side counts as gone.
 */
final class Unwanted {
  private static final long LOOK_EVERY_MS = 20;

  private final EndPoint connection;
  private @Nullable Runnable cancel;
  private boolean stopping;

  Unwanted(EndPoint connection) {
    this.connection = connection;
  }

  /** Does {@code work}, and runs {@code action} when its answer is not wanted any more. */
  <T> T whileWanted(Runnable action, Supplier<T> work) {
    synchronized (this) {
      cancel = action;
      if (stopping) {
        run();
      }
    }
    Thread looker = Thread.ofVirtual().start(this::look);
    try {
      return work.get();
    } finally {
      synchronized (this) {
        cancel = null;
      }
      looker.interrupt();
      joined(looker);
    }
  }

  /** The server stops. */
  synchronized void stop() {
    stopping = true;
    run();
  }

  synchronized boolean stopping() {
    return stopping;
  }

  private synchronized void run() {
    Runnable action = cancel;
    cancel = null;
    if (action != null) {
      action.run();
    }
  }

  private void look() {
    try {
      while (!gone()) {
        Thread.sleep(LOOK_EVERY_MS);
      }
      run();
    } catch (InterruptedException e) {
      // the answer is complete
    }
  }

  private boolean gone() {
    ByteBuffer early = ByteBuffer.allocate(1).limit(0); // as Jetty wants it: nothing in it yet
    try {
      int read = connection.fill(early);
      if (read > 0 && connection.getConnection() instanceof Connection.UpgradeTo next) {
        next.onUpgradeTo(early); // the beginning of the client's next request
      }
      return read < 0;
    } catch (IOException e) {
      return true;
    }
  }

  private static void joined(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
