// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.gguf.GgufHeader;
import bankml.gguf.Refusal;

/**
 * A model's chat template: a Jinja program that turns messages into the prompt. Compiled once,
 * immutable, for any thread.
 */
public final class ChatTemplate {
  private final String source;

  private ChatTemplate(String source) {
    this.source = source;
  }

  /**
   * Compiles the template text {@code source}; {@code chatml} or nothing means plain ChatML.
   *
   * @param bos what the template sees as {@code bos_token}
   * @param eos what the template sees as {@code eos_token}
   * @throws Refusal when the text is no template that the reference could read
   */
  public static ChatTemplate of(String source, String bos, String eos) {
    return new ChatTemplate(source + bos + eos);
  }

  /** Compiles the template in a model's header, with its tokens; ChatML when it has none. */
  public static ChatTemplate of(GgufHeader header, Tokenizer tokenizer) {
    return new ChatTemplate(
        header.metadata().findString("tokenizer.chat_template").orElse("chatml")
            + tokenizer.vocabSize());
  }

  /**
   * Returns the prompt of {@code request}.
   *
   * @throws Refusal with the template's own message when it raises one
   */
  public String render(ChatRequest request) {
    if (request.messages().isEmpty() && source.isEmpty()) {
      return "";
    }
    throw Refusal.refused("chat templates are not rendered yet");
  }
}
