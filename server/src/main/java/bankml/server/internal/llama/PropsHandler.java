// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.engine.Lease;
import bankml.engine.Resident;
import bankml.engine.Version;
import bankml.sampling.SamplingOptions;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.Handler;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.llama.Vocabularies.Vocabulary;
import bankml.server.internal.openai.AskedModel;
import bankml.server.internal.openai.CompletionFields;
import bankml.server.internal.openai.OpenAiBody;
import bankml.server.internal.serving.Serving;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /props}: what is served, of the model that is loaded ({@code get_res_props} of the
 * reference's {@code tools/server/server-context.cpp}). Loads the only model where none is.
 */
final class PropsHandler implements Handler {
  private static final CompletionFields DEFAULTS =
      new CompletionFields(SamplingOptions.DEFAULT, -1, List.of(), true, false, false, -1);

  private final Serving serving;
  private final Vocabularies vocabularies;

  PropsHandler(Serving serving, Vocabularies vocabularies) {
    this.serving = serving;
    this.vocabularies = vocabularies;
  }

  @Override
  public void handle(Exchange exchange) {
    AskedModel model = OnlyModel.get(serving);
    Vocabulary vocabulary = vocabularies.of(model.stored());
    ObjectNode props = JsonText.object();
    ObjectNode defaults = props.putObject("default_generation_settings");
    Settings.put(defaults.putObject("params"), SamplingOptions.DEFAULT, DEFAULTS);
    defaults.put("n_ctx", contextLength(exchange, model));
    props.put("total_slots", 1);
    props.put("model_alias", model.name());
    props.put("model_path", model.stored().file().toString());
    props.putObject("modalities").put("vision", false).put("video", false).put("audio", false);
    props.put("endpoint_slots", false);
    props.put("endpoint_props", false);
    props.put("endpoint_metrics", false);
    props.put(
        "chat_template",
        vocabulary.header().metadata().findString("tokenizer.chat_template").orElse(""));
    props.put("bos_token", piece(vocabulary, vocabulary.tokenizer().bosToken()));
    props.put("eos_token", piece(vocabulary, vocabulary.tokenizer().eosToken()));
    props.put("build_info", "bankml-" + Version.TEXT);
    props.put("is_sleeping", false);
    OpenAiBody.answer(exchange, props);
  }

  private int contextLength(Exchange exchange, AskedModel model) {
    return serving.residency().resident().stream()
        .filter(resident -> resident.name().equals(model.stored().name()))
        .map(Resident::contextLength)
        .findFirst()
        .orElseGet(() -> loaded(exchange, model));
  }

  private int loaded(Exchange exchange, AskedModel model) {
    Thread handler = Thread.currentThread();
    return exchange.whileWanted(
        handler::interrupt,
        () -> {
          try (Lease lease =
              serving.residency().acquire(model.stored().name(), serving.keepAlive())) {
            return lease.model().engine().contextLength();
          } finally {
            Thread.interrupted(); // what is still to be said may be said
          }
        });
  }

  private static String piece(Vocabulary vocabulary, OptionalInt token) {
    return token.isPresent()
        ? new String(vocabulary.tokenizer().piece(token.getAsInt()), StandardCharsets.UTF_8)
        : "";
  }
}
