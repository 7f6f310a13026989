// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Routes;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.serving.Serving;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** What Ollama's clients can ask. */
public final class OllamaRoutes {
  /** The version of Ollama's API that is answered. */
  private static final String OLLAMA_VERSION = "0.13.3";

  private static final OllamaDialect DIALECT = new OllamaDialect();

  private OllamaRoutes() {}

  /** Adds them to {@code routes}. */
  public static void addTo(Routes routes, Serving serving) {
    routes.add("GET", "/", DIALECT, OllamaRoutes::root);
    routes.add("GET", "/api/version", DIALECT, OllamaRoutes::version);
    routes.add("POST", "/api/chat", DIALECT, new ChatHandler(serving));
    routes.add("POST", "/api/generate", DIALECT, new GenerateHandler(serving));
    ListHandlers lists = new ListHandlers(serving);
    routes.add("GET", "/api/tags", DIALECT, lists::tags);
    routes.add("GET", "/api/ps", DIALECT, lists::loaded);
    routes.add("POST", "/api/show", DIALECT, new ShowHandler(serving));
    StoreHandlers store = new StoreHandlers(serving);
    routes.add("POST", "/api/pull", DIALECT, store::pull);
    routes.add("POST", "/api/push", DIALECT, store::push);
    routes.add("DELETE", "/api/delete", DIALECT, store::delete);
    routes.add("POST", "/api/copy", DIALECT, store::copy);
    routes.add("POST", "/api/create", DIALECT, store::create);
    routes.add("POST", "/api/embed", DIALECT, store::embed);
    routes.add("POST", "/api/embeddings", DIALECT, store::embedOne);
    routes.add("HEAD", "/api/blobs/{digest}", DIALECT, store::blob);
    routes.add("POST", "/api/blobs/{digest}", DIALECT, store::blob);
    routes.add("POST", "/api/me", DIALECT, store::me);
    routes.add("POST", "/api/signout", DIALECT, store::signOut);
  }

  private static void root(Exchange exchange) {
    exchange.answer(
        200, "text/plain; charset=utf-8", "Ollama is running".getBytes(StandardCharsets.UTF_8));
  }

  private static void version(Exchange exchange) {
    answer(exchange, JsonText.object().put("version", OLLAMA_VERSION));
  }

  /** Answers with one JSON value. */
  static void answer(Exchange exchange, JsonNode json) {
    exchange.answer(200, OllamaDialect.JSON, JsonText.write(json).getBytes(StandardCharsets.UTF_8));
  }
}
