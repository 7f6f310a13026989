// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.Generation;
import bankml.engine.LoadedModel;
import bankml.engine.TokenListener;
import bankml.text.ChatMessage;
import bankml.text.ChatRequest;
import bankml.text.ChatTemplate;
import java.util.ArrayList;
import java.util.List;

/** What was said so far, and how the model is asked for its next turn. One thread at a time. */
final class Conversation {
  private final LoadedModel model;
  private final SamplingFlags sampling;
  private final ChatTemplate template;
  private final List<ChatMessage> opening;
  private final List<ChatMessage> messages;

  /**
   * Begins a conversation.
   *
   * @param system the system message, empty for none
   */
  Conversation(LoadedModel model, SamplingFlags sampling, String system) {
    this.model = model;
    this.sampling = sampling;
    this.template = ChatTemplate.of(model.header(), model.tokenizer());
    this.opening = system.isEmpty() ? List.of() : List.of(ChatMessage.of("system", system));
    this.messages = new ArrayList<>(opening);
  }

  /**
   * Says {@code text} and returns the answer, which is kept however far it came. Where the model
   * cannot be asked, nothing is kept.
   */
  Generation say(String text, TokenListener listener) {
    List<ChatMessage> asked = new ArrayList<>(messages);
    asked.add(ChatMessage.of("user", text));
    String prompt = template.render(ChatRequest.of(asked));
    int[] tokens = model.tokenizer().encode(prompt, true, true);
    Generation answer = model.engine().generate(sampling.request(tokens), listener);
    asked.add(ChatMessage.of("assistant", answer.text()));
    messages.clear();
    messages.addAll(asked);
    return answer;
  }

  /** Forgets all but the system message. */
  void clear() {
    messages.clear();
    messages.addAll(opening);
  }
}
