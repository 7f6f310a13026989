// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.engine.Resident;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.serving.ModelFacts;
import bankml.server.internal.serving.Serving;
import bankml.store.StoredModel;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /api/tags} and {@code GET /api/ps}: what there is, and what is loaded. */
final class ListHandlers {
  private final Serving serving;

  ListHandlers(Serving serving) {
    this.serving = serving;
  }

  /** Lists every pinned model, the newest first. */
  void tags(Exchange exchange) {
    List<ModelFacts> models =
        serving.store().list().stream()
            .map(serving.facts()::of)
            .filter(facts -> facts.sha256().isPresent())
            .sorted(Comparator.comparing(ModelFacts::modified).reversed())
            .toList();
    ObjectNode answer = JsonText.object();
    ArrayNode array = answer.putArray("models");
    for (ModelFacts facts : models) {
      ObjectNode model = array.addObject();
      putName(model, facts.model().name());
      model.put("modified_at", facts.modified().toString());
      model.put("size", facts.bytes());
      model.put("digest", facts.sha256().orElse(""));
      model.set("details", Details.of(facts));
      model.set("bankml", Details.bankml(facts));
    }
    OllamaRoutes.answer(exchange, answer);
  }

  /** Lists the models that are loaded. */
  void loaded(Exchange exchange) {
    ObjectNode answer = JsonText.object();
    ArrayNode array = answer.putArray("models");
    for (Resident resident : serving.residency().resident()) {
      StoredModel stored = serving.store().require(resident.name());
      ObjectNode model = array.addObject();
      putName(model, resident.name());
      model.put("size", resident.bytes());
      model.put("digest", resident.sha256());
      model.set("details", Details.of(serving.facts().of(stored)));
      // Never is as far away as Go can count, for clients that want a time.
      Instant expiry =
          resident.expiresAt().orElseGet(() -> Instant.now().plusNanos(Long.MAX_VALUE));
      model.put("expires_at", expiry.toString());
      model.put("size_vram", 0);
      model.put("context_length", resident.contextLength());
    }
    OllamaRoutes.answer(exchange, answer);
  }

  private static void putName(ObjectNode model, String name) {
    model.put("name", OllamaName.tagged(name));
    model.put("model", OllamaName.tagged(name));
  }
}
