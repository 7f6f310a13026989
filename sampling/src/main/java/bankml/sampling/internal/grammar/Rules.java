// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

/**
 * The rules of a grammar as one list of elements; a position in it is an {@code int}. A rule is its
 * alternatives with {@link #ALT} between them and {@link #END} after the last ({@code
 * llama_grammar_element} in the reference's {@code src/llama-grammar.h}). Immutable.
 */
final class Rules {
  /** The end of a rule. */
  static final byte END = 0;

  /** The next alternative begins. */
  static final byte ALT = 1;

  /** A rule's place. */
  static final byte RULE = 2;

  /** A code point, or the first of a set. */
  static final byte CHAR = 3;

  /** The first of a set of code points that must not come. */
  static final byte CHAR_NOT = 4;

  /** The last code point of a range that the element before begins. */
  static final byte RANGE_END = 5;

  /** One more of a set. */
  static final byte CHAR_MORE = 6;

  /** Any code point. */
  static final byte ANY = 7;

  /** A token. */
  static final byte TOKEN = 8;

  /** Any token but one. */
  static final byte TOKEN_NOT = 9;

  private final byte[] types;
  private final int[] values;
  private final int[] starts;
  private final int root;

  /**
   * Keeps a grammar.
   *
   * @param types of the elements
   * @param values of the elements: a rule, a code point, a token
   * @param starts the position of each rule's first element
   * @param root the rule that an answer is made of
   */
  Rules(byte[] types, int[] values, int[] starts, int root) {
    this.types = types;
    this.values = values;
    this.starts = starts;
    this.root = root;
  }

  /** Returns the rule that an answer is made of. */
  int root() {
    return root;
  }

  /** Returns how many rules there are. */
  int count() {
    return starts.length;
  }

  /** Returns the position of a rule's first element. */
  int start(int rule) {
    return starts[rule];
  }

  /** Returns the type of the element at {@code position}. */
  byte type(int position) {
    return types[position];
  }

  /** Returns the value of the element at {@code position}. */
  int value(int position) {
    return values[position];
  }

  /** Returns whether an alternative ends at {@code position}. */
  boolean isEnd(int position) {
    return types[position] <= ALT;
  }

  /** Returns whether {@code position} has a token, or any but one. */
  boolean isToken(int position) {
    return types[position] >= TOKEN;
  }

  /** Returns whether the token at {@code position} is {@code token}, or any but it. */
  boolean matchesToken(int position, int token) {
    return (values[position] == token) == (types[position] == TOKEN);
  }

  /** Returns the position after the set of code points at {@code position}. */
  int afterSet(int position) {
    int at = position;
    do {
      at += types[at + 1] == RANGE_END ? 2 : 1;
    } while (types[at] == CHAR_MORE);
    return at;
  }

  /** Returns whether the set at {@code position} has {@code codePoint}, an unsigned int. */
  boolean matches(int position, int codePoint) {
    boolean found = false;
    int at = position;
    do {
      if (types[at + 1] == RANGE_END) {
        found |= atMost(values[at], codePoint) && atMost(codePoint, values[at + 1]);
        at += 2;
      } else {
        found |= types[at] == ANY || values[at] == codePoint;
        at++;
      }
    } while (types[at] == CHAR_MORE);
    return found == isPositive(position);
  }

  /**
   * Returns whether the set at {@code position} has a code point whose UTF-8 begins so ({@code
   * llama_grammar_match_partial_char}).
   */
  boolean matchesPartial(int position, PartialChar partial) {
    int remaining = partial.remaining();
    if (remaining < 0 || (remaining == 1 && partial.value() < 2)) {
      return false;
    }
    int bits = remaining * 6;
    int low = partial.value() << bits;
    int high = low | ((1 << bits) - 1);
    if (low == 0 && remaining >= 2) {
      low = remaining == 2 ? 1 << 11 : 1 << 16;
    }
    int at = position;
    do {
      if (types[at + 1] == RANGE_END) {
        if (atMost(values[at], high) && atMost(low, values[at + 1])) {
          return isPositive(position);
        }
        at += 2;
      } else if (types[at] == ANY) {
        return true;
      } else {
        if (atMost(low, values[at]) && atMost(values[at], high)) {
          return isPositive(position);
        }
        at++;
      }
    } while (types[at] == CHAR_MORE);
    return !isPositive(position);
  }

  private boolean isPositive(int position) {
    return types[position] != CHAR_NOT;
  }

  private static boolean atMost(int a, int b) {
    return Integer.compareUnsigned(a, b) <= 0;
  }
}
