// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.server.internal.http.Routes;
import bankml.server.internal.serving.Serving;

/** What OpenAI's clients can ask. */
public final class OpenAiRoutes {
  private static final OpenAiDialect DIALECT = new OpenAiDialect();

  private OpenAiRoutes() {}

  /** Adds them to {@code routes}. */
  public static void addTo(Routes routes, Serving serving) {
    ModelHandlers models = new ModelHandlers(serving);
    routes.add("GET", "/v1/models", DIALECT, models::list);
    routes.add("GET", "/v1/models/{id}", DIALECT, models::get);
    routes.add("POST", "/v1/chat/completions", DIALECT, new ChatHandler(serving));
    routes.add("POST", "/v1/completions", DIALECT, new TextHandler(serving));
  }
}
