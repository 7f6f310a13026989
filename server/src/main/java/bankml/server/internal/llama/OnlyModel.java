// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.engine.Resident;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.openai.AskedModel;
import bankml.server.internal.serving.ModelFacts;
import bankml.server.internal.serving.Serving;
import java.util.List;

/**
 * The model of requests that need not name one, as llama-server has only one: the one that is
 * loaded, or the only one there is.
 */
final class OnlyModel {
  private OnlyModel() {}

  /** Returns the model that {@code fields} name, or the only one. */
  static AskedModel orNamed(Fields fields, Serving serving) {
    return fields.text("model").filter(name -> !name.isEmpty()).isPresent()
        ? AskedModel.of(fields, serving)
        : get(serving);
  }

  /**
   * Returns the only model.
   *
   * @throws HttpRefusal 400 where there are several, or none
   */
  static AskedModel get(Serving serving) {
    List<String> loaded = serving.residency().resident().stream().map(Resident::name).toList();
    List<String> names = loaded.size() == 1 ? loaded : playable(serving);
    if (names.size() != 1) {
      throw HttpRefusal.ofField(
          "model",
          "\"model\" is needed: %d models are loaded, and %d can be"
              .formatted(loaded.size(), names.size()));
    }
    return AskedModel.named(names.getFirst(), serving);
  }

  private static List<String> playable(Serving serving) {
    return serving.store().list().stream()
        .map(serving.facts()::of)
        .filter(ModelFacts::isNative)
        .map(facts -> facts.model().name())
        .toList();
  }
}
