// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/**
 * A piece of template source.
 *
 * @param text its characters; for strings and text, after escapes and whitespace control
 * @param line the line it begins on, from 1
 */
record Token(Kind kind, String text, int line) {
  enum Kind {
    END,
    TEXT,
    COMMENT,
    NUMBER,
    STRING,
    NAME,
    ASSIGN,
    OPEN_PAREN,
    CLOSE_PAREN,
    OPEN_STATEMENT,
    CLOSE_STATEMENT,
    OPEN_EXPRESSION,
    CLOSE_EXPRESSION,
    OPEN_BRACKET,
    CLOSE_BRACKET,
    OPEN_BRACE,
    CLOSE_BRACE,
    COMMA,
    DOT,
    COLON,
    PIPE,
    SUM_OPERATOR,
    PRODUCT_OPERATOR,
    COMPARISON,
    SIGN
  }

  boolean is(Kind kind, String text) {
    return this.kind == kind && this.text.equals(text);
  }
}
