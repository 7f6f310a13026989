// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.engine.KeepAlive;
import bankml.engine.Lease;
import bankml.engine.LoadedModel;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.serving.Serving;
import bankml.store.StoredModel;
import java.util.Optional;
import java.util.function.Function;

/** Models by the names that Ollama's clients use, with each route's own words for what is wrong. */
final class Models {
  private final Serving serving;

  Models(Serving serving) {
    this.serving = serving;
  }

  /** Returns the model called {@code name}, if there is one. */
  Optional<StoredModel> find(OllamaName name) {
    return name.local().flatMap(serving::find);
  }

  /** As {@link #find}, refusing as {@code /api/chat} does. */
  StoredModel ofChat(OllamaName name) {
    return find(name)
        .orElseThrow(
            () -> name.isValid() ? notFound(name) : new HttpRefusal(400, "model is required"));
  }

  /** As {@link #find}, refusing as {@code /api/generate} does. */
  StoredModel ofGenerate(OllamaName name) {
    return find(name).orElseThrow(() -> notFound(name));
  }

  /** Returns the refusal of a model that is not here. */
  static HttpRefusal notFound(OllamaName name) {
    return new HttpRefusal(404, "model '" + name.text() + "' not found");
  }

  /** Answers a request with nothing to answer, which loads the model, or unloads it at once. */
  static void loadOrUnload(Serving serving, Exchange exchange, Asked asked, Answer answer) {
    exchange.note("model", asked.stored().name());
    if (asked.keepAlive().equals(KeepAlive.NONE)) {
      serving.residency().unload(asked.stored().name());
      answer.finishWithout("unload");
    } else {
      withModel(serving, exchange, asked, model -> "");
      answer.finishWithout("load");
    }
  }

  /** Returns the prompt that would be answered. */
  String shown(Exchange exchange, Asked asked, Function<LoadedModel, ContextFit.Fitted> prompt) {
    return withModel(serving, exchange, asked, model -> prompt.apply(model).prompt());
  }

  private static String withModel(
      Serving serving, Exchange exchange, Asked asked, Function<LoadedModel, String> use) {
    Thread handler = Thread.currentThread();
    return exchange.whileWanted(
        handler::interrupt,
        () -> {
          try (Lease lease =
              serving.residency().acquire(asked.stored().name(), asked.keepAlive())) {
            return use.apply(lease.model());
          } finally {
            Thread.interrupted(); // what is still to be said may be said
          }
        });
  }
}
