// SPDX-License-Identifier: Apache-2.0
package bankml.server;

import bankml.server.internal.http.JettyServer;
import bankml.server.internal.http.Routes;
import bankml.server.internal.ollama.OllamaDialect;
import bankml.server.internal.ollama.OllamaRoutes;
import bankml.store.ModelStore;
import java.net.URI;

/** The running server. */
public final class Server implements AutoCloseable {
  private final JettyServer http;

  private Server(JettyServer http) {
    this.http = http;
  }

  /**
   * Starts to answer.
   *
   * @throws bankml.gguf.Refusal when the address cannot be had
   */
  public static Server start(ServerOptions options, ModelStore store) {
    Routes routes = new Routes();
    OllamaRoutes.addTo(routes);
    return new Server(JettyServer.start(options, routes, new OllamaDialect()));
  }

  /** Returns where clients find the server. */
  public URI uri() {
    return http.uri();
  }

  /** Stops: takes no more requests and ends answers in flight with a last message, within 5 s. */
  @Override
  public void close() {
    http.close();
  }
}
