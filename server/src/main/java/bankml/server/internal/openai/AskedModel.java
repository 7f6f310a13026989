// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.serving.Serving;
import bankml.store.StoredModel;

/**
 * The model that a request asks.
 *
 * @param name what the client calls it
 * @param stored the model
 */
public record AskedModel(String name, StoredModel stored) {

  /**
   * Reads {@code model}.
   *
   * @throws HttpRefusal 400 where it is missing, 404 where there is no such model
   */
  public static AskedModel of(Fields fields, Serving serving) {
    String name =
        fields
            .text("model")
            .filter(text -> !text.isEmpty())
            .orElseThrow(() -> HttpRefusal.ofField("model", "model is required"));
    return named(name, serving);
  }

  /** Returns the model called {@code name}; 404 where there is none. */
  public static AskedModel named(String name, Serving serving) {
    return serving
        .find(name)
        .map(stored -> new AskedModel(name, stored))
        .orElseThrow(() -> new HttpRefusal(404, "model '" + name + "' not found"));
  }
}
