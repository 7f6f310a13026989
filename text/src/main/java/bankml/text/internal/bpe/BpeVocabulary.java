// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.OptionalInt;

/**
 * The tokens of a byte-pair vocabulary, their merges and what each token is for. Immutable once it
 * is read; made by {@link VocabularyReader}.
 */
public final class BpeVocabulary {
  private final TokenTable table;
  private final MergeTable merges;
  private final TokenKinds kinds;
  private final SpecialIds special;
  private final PreTokenizer preTokenizer;
  private final int[] tokenOfByte = new int[256];

  /**
   * @param table the tokens by id, then what else the merges mention
   */
  BpeVocabulary(
      TokenTable table,
      MergeTable merges,
      TokenKinds kinds,
      SpecialIds special,
      PreTokenizer preTokenizer) {
    this.table = table;
    this.merges = merges;
    this.kinds = kinds;
    this.special = special;
    this.preTokenizer = preTokenizer;
    for (int b = 0; b < tokenOfByte.length; b++) {
      byte[] spelling = preTokenizer.spelling().fallback(b);
      tokenOfByte[b] = find(spelling, 0, spelling.length);
    }
  }

  /** Returns how many tokens there are. */
  public int size() {
    return kinds.size();
  }

  /** Returns the token's spelling in the vocabulary. */
  public String text(int token) {
    return new String(table.bytes(token), StandardCharsets.UTF_8);
  }

  /**
   * Returns the bytes of text that {@code token} stands for: special tokens as they are spelled,
   * nothing for unused ones ({@code llama_vocab::impl::token_to_piece}).
   */
  public byte[] piece(int token) {
    byte[] spelling = table.bytes(token);
    if (kinds.isSpecial(token)) {
      return spelling;
    }
    if (kinds.is(token, TokenKind.NORMAL)) {
      return preTokenizer.spelling().decode(spelling);
    }
    if (kinds.is(token, TokenKind.BYTE)) {
      return new byte[] {(byte) Integer.parseInt(text(token), 3, 5, 16)};
    }
    return new byte[0];
  }

  /** Returns whether {@code token} is a control token. */
  public boolean isControl(int token) {
    return kinds.is(token, TokenKind.CONTROL);
  }

  /** Returns the tokens that end an answer. */
  public BitSet endOfGeneration() {
    return (BitSet) special.endOfGeneration().clone();
  }

  /** Returns the token that begins a text, if there is one. */
  public OptionalInt bos() {
    return special.bos();
  }

  /** Returns the token that ends a text, if there is one. */
  public OptionalInt eos() {
    return special.eos();
  }

  SpecialIds special() {
    return special;
  }

  TokenKinds kinds() {
    return kinds;
  }

  PreTokenizer preTokenizer() {
    return preTokenizer;
  }

  MergeTable merges() {
    return merges;
  }

  /** Returns the token spelled {@code s[from .. to)}, or {@link TokenTable#ABSENT}. */
  int find(byte[] s, int from, int to) {
    int piece = table.find(s, from, to);
    return isToken(piece) ? piece : TokenTable.ABSENT;
  }

  /** As {@link #find}, also for what only merges mention. */
  int findPiece(byte[] s, int from, int to) {
    return table.find(s, from, to);
  }

  /** Returns whether a number of the table is a token. */
  boolean isToken(int piece) {
    return piece >= 0 && piece < kinds.size();
  }

  /** Returns the token that stands for a byte of an unknown spelling, or -1. */
  int tokenOfByte(int b) {
    return tokenOfByte[b];
  }
}
