// SPDX-License-Identifier: Apache-2.0
package bankml.server;

import bankml.engine.KeepAlive;
import bankml.gguf.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the server listens and whom it answers.
 *
 * @param address where it listens
 * @param origins web pages that may ask beside those of this machine, as in {@code OLLAMA_ORIGINS}
 * @param apiKey what clients must send as {@code Authorization: Bearer KEY}
 * @param limits how much a client may ask
 * @param keepAlive how long a model stays loaded where the request does not say
 */
public record ServerOptions(
    ListenAddress address,
    List<String> origins,
    Optional<String> apiKey,
    Limits limits,
    KeepAlive keepAlive) {
  /** Ollama's own. */
  public static final KeepAlive DEFAULT_KEEP_ALIVE = KeepAlive.of(Duration.ofMinutes(5));

  /** Refuses to be reachable from other machines without a key. */
  public ServerOptions {
    origins = List.copyOf(origins);
    if (apiKey.filter(String::isBlank).isPresent()) {
      throw new Refusal(Refusal.Kind.USAGE, "the API key is empty");
    }
    if (apiKey.isEmpty() && !address.isLoopback()) {
      throw new Refusal(
          Refusal.Kind.USAGE,
          "listening on "
              + address
              + ", which other machines can reach, needs an API key: give --api-key or set"
              + " BANKML_API_KEY");
    }
  }

  /** Returns the options to listen on {@code address}, everything else left as it is by default. */
  public static ServerOptions at(ListenAddress address) {
    return new ServerOptions(
        address, List.of(), Optional.empty(), Limits.DEFAULT, DEFAULT_KEEP_ALIVE);
  }

  /** Hides the key. */
  @Override
  public String toString() {
    return "ServerOptions[" + address + ", key " + (apiKey.isPresent() ? "required" : "none") + "]";
  }
}
