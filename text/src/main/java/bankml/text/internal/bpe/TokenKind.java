// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

/** What a token is for. A token may be of several kinds, or of none. */
enum TokenKind {
  /** Spells text. */
  NORMAL(1),
  /** Stands for what no token spells. */
  UNKNOWN(1 << 1),
  /** Steers the model; text that spells it is that token only where special tokens are parsed. */
  CONTROL(1 << 2),
  /** Added by the model's authors; text that spells it is always that token. */
  USER_DEFINED(1 << 3),
  /** Spells one byte, as {@code <0x0A>}. */
  BYTE(1 << 4),
  /** Swallows white space before it. */
  STRIPS_LEFT(1 << 5),
  /** Swallows white space after it. */
  STRIPS_RIGHT(1 << 6);

  private final int bit;

  TokenKind(int bit) {
    this.bit = bit;
  }

  /** Returns the kind's bit in {@link TokenKinds}. */
  int bit() {
    return bit;
  }
}
