// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.server.internal.http.Exchange;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.serving.ModelFacts;
import bankml.server.internal.serving.Serving;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Which models there are. */
final class ModelHandlers {
  private final Serving serving;

  ModelHandlers(Serving serving) {
    this.serving = serving;
  }

  /** {@code GET /v1/models}: the models that can be asked, the newest first. */
  void list(Exchange exchange) {
    List<ModelFacts> models =
        serving.store().list().stream()
            .map(serving.facts()::of)
            .filter(ModelFacts::isNative)
            .sorted(Comparator.comparing(ModelFacts::modified).reversed())
            .toList();
    ObjectNode answer = JsonText.object().put("object", "list");
    ArrayNode data = answer.putArray("data");
    for (ModelFacts facts : models) {
      String name = facts.model().name();
      put(data.addObject(), name.contains(":") ? name : name + ":latest", facts);
    }
    OpenAiBody.answer(exchange, answer);
  }

  /** {@code GET /v1/models/{id}}. */
  void get(Exchange exchange) {
    AskedModel model = AskedModel.named(exchange.parameter("id"), serving);
    ObjectNode answer = JsonText.object();
    put(answer, model.name(), serving.facts().of(model.stored()));
    OpenAiBody.answer(exchange, answer);
  }

  private static void put(ObjectNode model, String id, ModelFacts facts) {
    model.put("id", id);
    model.put("object", "model");
    model.put("created", facts.modified().getEpochSecond());
    model.put("owned_by", "library");
  }
}
