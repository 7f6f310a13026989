// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.util.Optional;

/** Who may ask: web pages by their origin, by the name they call this machine, and by the key. */
final class Callers {
  private static final String METHODS = "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS";
  private static final String MAX_AGE_SECONDS = "43200";

  private final Origins origins;
  private final ApiKey key;
  private final boolean loopback;

  /**
   * Knows who may ask.
   *
   * @param loopback whether only this machine can reach the server, so that foreign names for it
   *     are a trick
   */
  Callers(Origins origins, ApiKey key, boolean loopback) {
    this.origins = origins;
    this.key = key;
    this.loopback = loopback;
  }

  /**
   * Lets the request pass, or answers it here where it is only a browser's question whether a page
   * may ask.
   *
   * @return whether the request has been answered
   * @throws HttpRefusal 403 or 401
   */
  boolean answered(Exchange exchange) {
    if (answeredPreflight(exchange)) {
      return true;
    }
    if (loopback && !LocalHosts.allow(exchange.header("Host").orElse(""))) {
      throw new HttpRefusal(
          403,
          "this server answers to localhost only, not to the Host "
              + exchange.header("Host").orElse("")
              + "; `bankml serve --host 0.0.0.0 --api-key KEY` (or BANKML_HOST) opens it to others");
    }
    key.check(exchange);
    return false;
  }

  private boolean answeredPreflight(Exchange exchange) {
    String host = exchange.header("Host").orElse("");
    Optional<String> origin = exchange.header("Origin").filter(o -> !Origins.isSame(o, host));
    if (origin.isEmpty()) {
      return false;
    }
    if (!origins.allow(origin.get(), host)) {
      throw new HttpRefusal(
          403,
          "pages of the origin " + origin.get() + " may not ask here; OLLAMA_ORIGINS allows more");
    }
    exchange.setHeader("Access-Control-Allow-Origin", origin.get());
    boolean preflight =
        exchange.method().equals("OPTIONS")
            && exchange.header("Access-Control-Request-Method").isPresent();
    if (preflight) {
      exchange.setHeader("Vary", "Origin, Access-Control-Request-Headers");
      exchange.setHeader("Access-Control-Allow-Methods", METHODS);
      exchange
          .header("Access-Control-Request-Headers")
          .ifPresent(names -> exchange.setHeader("Access-Control-Allow-Headers", names));
      exchange.setHeader("Access-Control-Max-Age", MAX_AGE_SECONDS);
      exchange.answer(204, "", new byte[0]);
    } else {
      exchange.setHeader("Vary", "Origin");
      exchange.setHeader("Access-Control-Expose-Headers", "X-Request-Id");
    }
    return preflight;
  }
}
