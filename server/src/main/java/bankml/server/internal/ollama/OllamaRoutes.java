// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Routes;
import bankml.server.internal.json.JsonText;
import java.nio.charset.StandardCharsets;

/** What Ollama's clients can ask. */
public final class OllamaRoutes {
  /** The version of Ollama's API that is answered. */
  private static final String OLLAMA_VERSION = "0.13.3";

  private static final OllamaDialect DIALECT = new OllamaDialect();

  private OllamaRoutes() {}

  /** Adds them to {@code routes}. */
  public static void addTo(Routes routes) {
    routes.add("GET", "/", DIALECT, OllamaRoutes::root);
    routes.add("GET", "/api/version", DIALECT, OllamaRoutes::version);
  }

  private static void root(Exchange exchange) {
    exchange.answer(
        200, "text/plain; charset=utf-8", "Ollama is running".getBytes(StandardCharsets.UTF_8));
  }

  private static void version(Exchange exchange) {
    String json = JsonText.write(JsonText.object().put("version", OLLAMA_VERSION));
    exchange.answer(200, OllamaDialect.JSON, json.getBytes(StandardCharsets.UTF_8));
  }
}
