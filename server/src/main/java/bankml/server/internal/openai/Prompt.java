// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A raw prompt: a text, token ids, or a list of both, which follow one another ({@code
 * tokenize_mixed} of the reference's {@code tools/server/server-common.cpp}).
 */
public final class Prompt {
  private Prompt() {}

  /**
   * Checks the prompt of a request, without its model.
   *
   * @throws HttpRefusal 400 where it is none, or several
   */
  public static JsonNode require(Fields fields) {
    JsonNode prompt =
        fields
            .find("prompt")
            .orElseThrow(() -> HttpRefusal.ofField("prompt", "\"prompt\" is required"));
    boolean one =
        prompt.isString()
            || (prompt.isArray()
                && !prompt.isEmpty()
                && prompt.valueStream().allMatch(p -> p.isString() || p.isInt())
                && (prompt.size() == 1 || prompt.valueStream().anyMatch(JsonNode::isInt)));
    if (!one) {
      throw Fields.wrong("prompt", prompt, "one prompt, a string or an array of token ids,");
    }
    return prompt;
  }

  /**
   * Returns the token ids of {@code prompt}.
   *
   * @param addSpecial whether the tokens that the model wants come before a text at the beginning
   * @param parseSpecial whether control tokens that are spelled out become their ids
   */
  public static List<Integer> tokens(
      JsonNode prompt, Tokenizer tokenizer, boolean addSpecial, boolean parseSpecial) {
    List<JsonNode> parts = prompt.isArray() ? prompt.valueStream().toList() : List.of(prompt);
    List<Integer> tokens = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      JsonNode part = parts.get(i);
      if (part.isString()) {
        int[] ids = tokenizer.encode(part.stringValue(), addSpecial && i == 0, parseSpecial);
        Arrays.stream(ids).forEach(tokens::add);
      } else {
        tokens.add(token(part, tokenizer));
      }
    }
    return tokens;
  }

  /**
   * Returns the token id {@code value}.
   *
   * @throws HttpRefusal 400 where the model has no such token
   */
  public static int token(JsonNode value, Tokenizer tokenizer) {
    if (!value.isInt() || value.intValue() < 0 || value.intValue() >= tokenizer.vocabSize()) {
      throw new HttpRefusal(
          400, value + " is no token: 0 to " + (tokenizer.vocabSize() - 1) + " are");
    }
    return value.intValue();
  }
}
