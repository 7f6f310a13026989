// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.serving;

import bankml.engine.Resident;
import bankml.engine.Version;
import bankml.server.internal.http.Dialect;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Routes;
import bankml.server.internal.json.JsonText;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /bankml}: what this server is, and what it has verified. */
public final class BankmlRoutes {
  private BankmlRoutes() {}

  /** Adds the route. */
  public static void addTo(Routes routes, Serving serving, Dialect dialect) {
    routes.add("GET", "/bankml", dialect, exchange -> answer(exchange, serving));
  }

  private static void answer(Exchange exchange, Serving serving) {
    ObjectNode answer = JsonText.object();
    answer.put("bankml", Version.TEXT);
    answer.put("engine", "native");
    ArrayNode verified = answer.putArray("verified");
    for (Resident resident : serving.residency().resident()) {
      ObjectNode model = verified.addObject();
      model.put("model", resident.name());
      model.put("model_sha256", resident.sha256());
      model.put("bytes", resident.bytes());
      model.put("context_length", resident.contextLength());
      model.put("verified_at", resident.verifiedAt().toString());
    }
    exchange.answer(
        200,
        "application/json; charset=utf-8",
        JsonText.write(answer).getBytes(StandardCharsets.UTF_8));
  }
}
