// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.Refusal;

/**
 * What is added to the logits of some tokens.
 *
 * @param target which tokens
 * @param bias a finite number, or minus infinity for never
 */
public record LogitBias(Target target, float bias) {
  /** Which tokens are meant. */
  public sealed interface Target {}

  /** One token by its id. */
  public record Token(int id) implements Target {}

  /** Every token of a text, tokenized without special tokens. */
  public record Text(String text) implements Target {}

  /** Refuses what is no number, and more than every number. */
  public LogitBias {
    if (!(bias < Float.POSITIVE_INFINITY)) {
      throw new Refusal(
          Refusal.Kind.USAGE,
          "logit_bias " + bias + ": finite numbers are possible, and false for never");
    }
  }

  /** Returns a bias for the token {@code id}. */
  public static LogitBias of(int id, float bias) {
    return new LogitBias(new Token(id), bias);
  }

  /** Returns a bias for every token of {@code text}. */
  public static LogitBias of(String text, float bias) {
    return new LogitBias(new Text(text), bias);
  }

  /**
   * Returns what a key of an object of biases means: a token's id where it is a whole number, else
   * a text ({@code logit_bias} in the reference's {@code tools/server/server-schema.cpp}).
   */
  public static Target targetOf(String key) {
    return key.matches("[+-]?[0-9]{1,9}") ? new Token(Integer.parseInt(key)) : new Text(key);
  }
}
