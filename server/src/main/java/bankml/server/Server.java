// SPDX-License-Identifier: Apache-2.0
package bankml.server;

import bankml.engine.Residency;
import bankml.server.internal.http.JettyServer;
import bankml.server.internal.http.Routes;
import bankml.server.internal.llama.LlamaRoutes;
import bankml.server.internal.ollama.OllamaDialect;
import bankml.server.internal.ollama.OllamaRoutes;
import bankml.server.internal.openai.OpenAiRoutes;
import bankml.server.internal.serving.BankmlRoutes;
import bankml.server.internal.serving.Serving;
import bankml.store.ModelStore;
import java.net.URI;

/** The running server. The models that it answers with stay their owner's to close. */
public final class Server implements AutoCloseable {
  private final JettyServer http;

  private Server(JettyServer http) {
    this.http = http;
  }

  /**
   * Starts to answer with the models of {@code store}, loaded by {@code residency}.
   *
   * @throws bankml.gguf.Refusal when the address cannot be had
   */
  public static Server start(ServerOptions options, ModelStore store, Residency residency) {
    Serving serving = new Serving(store, residency, options.keepAlive());
    Routes routes = new Routes();
    OllamaRoutes.addTo(routes, serving);
    BankmlRoutes.addTo(routes, serving, new OllamaDialect());
    OpenAiRoutes.addTo(routes, serving);
    LlamaRoutes.addTo(routes, serving);
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
