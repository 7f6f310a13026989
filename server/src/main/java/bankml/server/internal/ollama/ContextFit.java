// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.server.internal.http.HttpRefusal;
import bankml.text.ChatMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Cuts a conversation to a number of tokens as Ollama v0.13.3 does ({@code server/prompt.go},
 * {@code chatPrompt}): whole messages, the oldest first. The last one always stays, and so do the
 * system messages before the first that is cut.
 */
final class ContextFit {

  /**
   * A conversation that fits.
   *
   * @param prompt its text
   * @param tokens its token ids
   */
  record Fitted(String prompt, List<Integer> tokens) {
    /** Keeps the tokens as they are now. */
    Fitted {
      tokens = List.copyOf(tokens);
    }
  }

  private final Function<List<ChatMessage>, String> render;
  private final Function<String, int[]> tokenize;
  private final int limit;

  /**
   * Prepares to fit conversations.
   *
   * @param limit tokens that the prompt may have
   */
  ContextFit(
      Function<List<ChatMessage>, String> render, Function<String, int[]> tokenize, int limit) {
    this.render = render;
    this.tokenize = tokenize;
    this.limit = limit;
  }

  /**
   * Returns the end of {@code messages} that fits.
   *
   * @param truncate whether it may be cut at all
   * @throws HttpRefusal 400 where it does not fit
   */
  Fitted fit(List<ChatMessage> messages, boolean truncate) {
    Fitted fitted = fitted(messages);
    if (fitted.tokens().size() > limit && truncate) {
      fitted = cut(messages);
    }
    require(fitted);
    return fitted;
  }

  /** Returns {@code prompt}'s tokens, which must fit. */
  Fitted fit(String prompt) {
    Fitted fitted = tokenized(prompt);
    require(fitted);
    return fitted;
  }

  private Fitted cut(List<ChatMessage> messages) {
    int last = messages.size() - 1;
    Fitted longest = fitted(kept(messages, last, last));
    for (int first = last - 1; first >= 0; first--) {
      Fitted longer = fitted(kept(messages, first, first));
      if (longer.tokens().size() > limit) {
        // The system messages are those before the one that did not fit, itself not among them.
        return fitted(kept(messages, first, first + 1));
      }
      longest = longer;
    }
    return longest;
  }

  /** The system messages before {@code systemEnd}, and all messages from {@code first}. */
  private static List<ChatMessage> kept(List<ChatMessage> messages, int systemEnd, int first) {
    List<ChatMessage> kept = new ArrayList<>();
    messages.subList(0, systemEnd).stream()
        .filter(m -> m.role().equals("system"))
        .forEach(kept::add);
    kept.addAll(messages.subList(first, messages.size()));
    return kept;
  }

  private Fitted fitted(List<ChatMessage> messages) {
    return tokenized(render.apply(messages));
  }

  private Fitted tokenized(String prompt) {
    return new Fitted(prompt, Arrays.stream(tokenize.apply(prompt)).boxed().toList());
  }

  private void require(Fitted fitted) {
    if (fitted.tokens().size() > limit) {
      throw new HttpRefusal(
          400,
          "the input length exceeds the context length: it has "
              + fitted.tokens().size()
              + " tokens, and num_ctx is "
              + limit);
    }
  }
}
