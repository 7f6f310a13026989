// SPDX-License-Identifier: Apache-2.0

/**
 * Byte-pair encoding: vocabularies, pre-tokenizers, merges.
 *
 * <p>In: a header's {@code tokenizer.ggml.*} keys, text. Out: token ids. The path of a text: {@link
 * bankml.text.internal.bpe.SpecialTokens} cuts it at special tokens, {@link
 * bankml.text.internal.bpe.PreTokenizer} cuts what is between into words, {@link
 * bankml.text.internal.bpe.WordEncoder} merges a word's characters into tokens. Read {@link
 * bankml.text.internal.bpe.BpeEncoder} first.
 */
package bankml.text.internal.bpe;
