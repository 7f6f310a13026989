// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import java.util.Optional;

/**
 * Text to token ids and back, for one vocabulary. Immutable: any thread may call it.
 *
 * <p>What it does is what the reference's {@code src/llama-vocab.cpp} does with the same header.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Tokenizer {
  private Tokenizer() {}

  /**
   * Returns the token ids of {@code text}.
   *
   * @param addSpecial whether the tokens that the header asks for are put before (and after) it
   * @param parseSpecial whether control tokens that are spelled out in the text become their ids;
   *     user-defined tokens always do
   */
  public int[] encode(String text, boolean addSpecial, boolean parseSpecial) {
    throw new UnsupportedOperationException("not built yet: " + text + addSpecial + parseSpecial);
  }

  /** Returns the bytes that {@code token} stands for, special tokens spelled out. */
  public byte[] piece(int token) {
    throw new UnsupportedOperationException("not built yet: " + token);
  }

  /** Returns the token as the vocabulary spells it. */
  public String text(int token) {
    throw new UnsupportedOperationException("not built yet: " + token);
  }

  /** Returns whether {@code token} ends an answer. */
  public boolean isEndOfGeneration(int token) {
    throw new UnsupportedOperationException("not built yet: " + token);
  }

  /** Returns whether {@code token} is a control token, which answers do not show. */
  public boolean isControl(int token) {
    throw new UnsupportedOperationException("not built yet: " + token);
  }

  /** Returns how many tokens there are. */
  public int vocabSize() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Returns the token that begins a text, if the vocabulary has one. */
  public Optional<Integer> bosToken() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Returns the token that ends a text, if the vocabulary has one. */
  public Optional<Integer> eosToken() {
    throw new UnsupportedOperationException("not built yet");
  }
}
