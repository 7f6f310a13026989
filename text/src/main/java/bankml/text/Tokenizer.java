// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.gguf.GgufHeader;
import bankml.text.internal.bpe.BpeEncoder;
import bankml.text.internal.bpe.BpeVocabulary;
import bankml.text.internal.bpe.VocabularyReader;
import java.util.BitSet;
import java.util.OptionalInt;

/**
 * Text to token ids and back, for one vocabulary. Immutable: any thread may call it.
 *
 * <p>What it does is what the reference's {@code src/llama-vocab.cpp} does with the same header.
 */
public final class Tokenizer {
  private final BpeVocabulary vocabulary;
  private final BpeEncoder encoder;
  private final BitSet endOfGeneration;

  private Tokenizer(BpeVocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.encoder = new BpeEncoder(vocabulary);
    this.endOfGeneration = vocabulary.endOfGeneration();
  }

  /**
   * Returns the tokenizer that a model's header describes.
   *
   * @throws bankml.gguf.Refusal where the vocabulary is not a byte-pair one, or of a kind that is
   *     not supported, or faulty
   */
  public static Tokenizer of(GgufHeader header) {
    return new Tokenizer(VocabularyReader.read(header.metadata()));
  }

  /**
   * Returns the token ids of {@code text}. A surrogate without its partner, which UTF-8 cannot
   * write, counts as U+FFFD. Takes n log n steps for n characters.
   *
   * @param addSpecial whether the tokens that the header asks for are put before (and after) it
   * @param parseSpecial whether control tokens that are spelled out in the text become their ids;
   *     user-defined tokens always do
   */
  public int[] encode(String text, boolean addSpecial, boolean parseSpecial) {
    return encoder.encode(text, addSpecial, parseSpecial);
  }

  /**
   * Returns the bytes that {@code token} stands for, special tokens spelled out. They need not be
   * whole characters: {@link StreamDecoder} makes text of them.
   *
   * @param token an id under {@link #vocabSize}
   */
  public byte[] piece(int token) {
    return vocabulary.piece(token);
  }

  /** Returns {@code token} as the vocabulary spells it, which is not always the text it makes. */
  public String text(int token) {
    return vocabulary.text(token);
  }

  /** Returns whether {@code token} ends an answer. */
  public boolean isEndOfGeneration(int token) {
    return endOfGeneration.get(token);
  }

  /** Returns whether {@code token} is a control token, which answers do not show. */
  public boolean isControl(int token) {
    return vocabulary.isControl(token);
  }

  /** Returns how many tokens there are. */
  public int vocabSize() {
    return vocabulary.size();
  }

  /** Returns the token that begins a text, if the vocabulary has one. */
  public OptionalInt bosToken() {
    return vocabulary.bos();
  }

  /** Returns the token that ends a text, if the vocabulary has one. */
  public OptionalInt eosToken() {
    return vocabulary.eos();
  }
}
