// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

/** Answers the requests of a route, or throws why not. Called on a virtual thread; may block. */
@FunctionalInterface
public interface Handler {
  /** Answers {@code exchange}. */
  void handle(Exchange exchange);
}
