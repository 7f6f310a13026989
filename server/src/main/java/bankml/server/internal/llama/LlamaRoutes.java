// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Routes;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.openai.OpenAiBody;
import bankml.server.internal.openai.OpenAiDialect;
import bankml.server.internal.serving.Serving;

/** What tools for llama-server ask. */
public final class LlamaRoutes {
  private static final OpenAiDialect DIALECT = new OpenAiDialect();

  private LlamaRoutes() {}

  /** Adds them to {@code routes}. */
  public static void addTo(Routes routes, Serving serving) {
    Vocabularies vocabularies = new Vocabularies(serving);
    routes.add("GET", "/health", DIALECT, LlamaRoutes::health);
    routes.add("GET", "/v1/health", DIALECT, LlamaRoutes::health);
    routes.add("GET", "/props", DIALECT, new PropsHandler(serving, vocabularies));
    CompletionHandler completion = new CompletionHandler(serving);
    routes.add("POST", "/completion", DIALECT, completion);
    routes.add("POST", "/completions", DIALECT, completion);
    TextHandlers texts = new TextHandlers(serving, vocabularies);
    routes.add("POST", "/tokenize", DIALECT, texts::tokenize);
    routes.add("POST", "/detokenize", DIALECT, texts::detokenize);
    routes.add("POST", "/apply-template", DIALECT, texts::applyTemplate);
  }

  private static void health(Exchange exchange) {
    OpenAiBody.answer(exchange, JsonText.object().put("status", "ok"));
  }
}
