// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.llama;

import bankml.gguf.GgufHeader;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.serving.ModelFacts;
import bankml.server.internal.serving.Serving;
import bankml.store.StoredModel;
import bankml.text.ChatTemplate;
import bankml.text.Tokenizer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Vocabularies and templates by their models' headers, so that texts are cut into tokens without
 * waiting for a turn with the model. Any thread.
 */
final class Vocabularies {
  /**
   * What a header says of text.
   *
   * @param header the header itself
   */
  record Vocabulary(GgufHeader header, Tokenizer tokenizer, ChatTemplate template) {
    private static Vocabulary of(GgufHeader header) {
      Tokenizer tokenizer = Tokenizer.of(header);
      return new Vocabulary(header, tokenizer, ChatTemplate.of(header, tokenizer));
    }
  }

  private final Serving serving;
  private final Map<String, Vocabulary> bySha256 = new ConcurrentHashMap<>();

  Vocabularies(Serving serving) {
    this.serving = serving;
  }

  /**
   * Returns the vocabulary of {@code model}.
   *
   * @throws HttpRefusal 400 where the model cannot be played
   */
  Vocabulary of(StoredModel model) {
    ModelFacts facts = serving.facts().of(model);
    GgufHeader header =
        facts
            .header()
            .filter(h -> facts.isNative())
            .orElseThrow(() -> new HttpRefusal(400, facts.refusal().orElse("no header")));
    return bySha256.computeIfAbsent(facts.sha256().orElseThrow(), sha256 -> Vocabulary.of(header));
  }
}
