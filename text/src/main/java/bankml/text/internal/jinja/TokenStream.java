// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import bankml.text.internal.jinja.Token.Kind;
import java.util.Arrays;
import java.util.List;

/** Tokens with a place in them. */
final class TokenStream {
  private final List<Token> tokens;
  private final Token end;
  private int at;

  TokenStream(List<Token> tokens) {
    this.tokens = tokens;
    this.end = new Token(Kind.END, "", tokens.isEmpty() ? 1 : tokens.getLast().line());
  }

  boolean atEnd() {
    return at >= tokens.size();
  }

  /** Returns the token that is next, or the one {@code ahead} of it. */
  Token peek(int ahead) {
    return at + ahead < tokens.size() ? tokens.get(at + ahead) : end;
  }

  int line() {
    return peek(0).line();
  }

  /** Takes the next token; a fault at the end. */
  Token next() {
    if (atEnd()) {
      throw fault("the template ends too early");
    }
    return tokens.get(at++);
  }

  boolean is(Kind kind) {
    return peek(0).kind() == kind;
  }

  boolean isName(String name) {
    return peek(0).is(Kind.NAME, name);
  }

  /** Returns whether a statement of one of these {@code names} is next. */
  boolean isStatement(String... names) {
    return is(Kind.OPEN_STATEMENT)
        && peek(1).kind() == Kind.NAME
        && Arrays.asList(names).contains(peek(1).text());
  }

  /** Takes the next token if it is {@code kind}. */
  boolean accept(Kind kind) {
    if (!is(kind)) {
      return false;
    }
    at++;
    return true;
  }

  boolean acceptName(String name) {
    if (!isName(name)) {
      return false;
    }
    at++;
    return true;
  }

  void expect(Kind kind) {
    if (!accept(kind)) {
      throw unexpected(kind.name());
    }
  }

  void expectName(String name) {
    if (!acceptName(name)) {
      throw unexpected(name);
    }
  }

  /** Takes the next token, whatever it is, even at the end. */
  void skip() {
    at++;
  }

  TemplateFault unexpected(String wanted) {
    Token token = peek(0);
    return fault(
        "expected " + wanted + " and not " + (token.kind() == Kind.END ? "the end" : token.text()));
  }

  TemplateFault fault(String reason) {
    return new TemplateFault(reason).atLine(line());
  }
}
