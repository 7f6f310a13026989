// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;

/** The key that clients must know, compared without telling by the time how much was right. */
final class ApiKey {
  /** What needs no key: whether the server lives. */
  private static final Set<String> OPEN = Set.of("/", "/health", "/v1/health");

  private static final String BEARER = "bearer ";

  private final Optional<byte[]> key;

  ApiKey(Optional<String> key) {
    this.key = key.map(k -> k.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Checks who asks.
   *
   * @throws HttpRefusal 401 where a key is needed and the right one was not sent
   */
  void check(Exchange exchange) {
    if (key.isPresent() && !OPEN.contains(exchange.path()) && !isRight(exchange, key.get())) {
      throw new HttpRefusal(401, "invalid API key: send it as `Authorization: Bearer KEY`")
          .with("WWW-Authenticate", "Bearer");
    }
  }

  private static boolean isRight(Exchange exchange, byte[] key) {
    String sent =
        exchange
            .header("Authorization")
            .filter(h -> h.regionMatches(true, 0, BEARER, 0, BEARER.length()))
            .map(h -> h.substring(BEARER.length()).strip())
            .or(() -> exchange.header("X-Api-Key"))
            .orElse("");
    return MessageDigest.isEqual(key, sent.getBytes(StandardCharsets.UTF_8));
  }
}
