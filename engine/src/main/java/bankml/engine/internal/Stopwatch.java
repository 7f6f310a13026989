// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import bankml.engine.Timings;

/** When the parts of one answer happened, by the machine's monotonic clock. */
final class Stopwatch {
  private static final double NANOS_PER_MS = 1e6;

  private final long start = System.nanoTime();
  private long firstLogits = start;
  private long firstToken = start;
  private long lastToken = start;

  /** The model has given logits. */
  void logits() {
    if (firstLogits == start) {
      firstLogits = System.nanoTime();
    }
  }

  /** A token has been chosen. */
  void token() {
    lastToken = System.nanoTime();
    if (firstToken == start) {
      firstToken = lastToken;
    }
  }

  /** Returns the times so far; what has not happened took none. */
  Timings timings() {
    return new Timings(
        (firstLogits - start) / NANOS_PER_MS,
        (firstToken - start) / NANOS_PER_MS,
        (lastToken - firstToken) / NANOS_PER_MS,
        (System.nanoTime() - start) / NANOS_PER_MS);
  }
}
