// SPDX-License-Identifier: Apache-2.0
package bankml.server;

import java.time.Duration;

/**
 * How much a client may ask of the server.
 *
 * @param bodyBytes a request's body; more is answered 413
 * @param headerBytes a request's line and headers together; more is answered 431
 * @param connections how many may be open; beyond that, idle ones are closed
 * @param idleTime a connection on which nothing moves for so long is closed
 */
public record Limits(long bodyBytes, int headerBytes, int connections, Duration idleTime) {
  /** Limits for a server of one machine. */
  public static final Limits DEFAULT =
      new Limits(64L << 20, 32 << 10, 16_384, Duration.ofMinutes(2));
}
