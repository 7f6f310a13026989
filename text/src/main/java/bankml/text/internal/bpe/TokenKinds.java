// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

/** The kinds of each token of a vocabulary. */
final class TokenKinds {
  private static final int SPECIAL =
      TokenKind.CONTROL.bit() | TokenKind.USER_DEFINED.bit() | TokenKind.UNKNOWN.bit();

  private final byte[] bits;

  /** Makes {@code size} tokens of no kind. */
  TokenKinds(int size) {
    bits = new byte[size];
  }

  /** Returns how many tokens there are. */
  int size() {
    return bits.length;
  }

  /** Returns whether {@code token} is of {@code kind}. */
  boolean is(int token, TokenKind kind) {
    return (bits[token] & kind.bit()) != 0;
  }

  /** Returns whether text is cut at {@code token} before anything else. */
  boolean isSpecial(int token) {
    return (bits[token] & SPECIAL) != 0;
  }

  /** Adds a kind to those of {@code token}. */
  void add(int token, TokenKind kind) {
    bits[token] |= (byte) kind.bit();
  }

  /** Takes a kind from those of {@code token}. */
  void remove(int token, TokenKind kind) {
    bits[token] &= (byte) ~kind.bit();
  }

  /** Makes {@code token} of {@code kind} alone. */
  void set(int token, TokenKind kind) {
    bits[token] = (byte) kind.bit();
  }
}
