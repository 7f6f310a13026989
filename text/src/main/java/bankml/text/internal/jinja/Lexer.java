// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import bankml.text.internal.jinja.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Cuts template source into tokens ({@code common/jinja/lexer.cpp}), with the whitespace control of
 * chat templates: a block alone on a line leaves no indentation before it and no newline after it,
 * and {@code -} beside a delimiter removes all whitespace there.
 */
final class Lexer {
  private record Symbol(String text, Kind kind) {}

  /** Longest first where one begins like another. */
  private static final List<Symbol> SYMBOLS =
      List.of(
          new Symbol("{%-", Kind.OPEN_STATEMENT),
          new Symbol("-%}", Kind.CLOSE_STATEMENT),
          new Symbol("{{-", Kind.OPEN_EXPRESSION),
          new Symbol("-}}", Kind.CLOSE_EXPRESSION),
          new Symbol("{%", Kind.OPEN_STATEMENT),
          new Symbol("%}", Kind.CLOSE_STATEMENT),
          new Symbol("{{", Kind.OPEN_EXPRESSION),
          new Symbol("}}", Kind.CLOSE_EXPRESSION),
          new Symbol("(", Kind.OPEN_PAREN),
          new Symbol(")", Kind.CLOSE_PAREN),
          new Symbol("{", Kind.OPEN_BRACE),
          new Symbol("}", Kind.CLOSE_BRACE),
          new Symbol("[", Kind.OPEN_BRACKET),
          new Symbol("]", Kind.CLOSE_BRACKET),
          new Symbol(",", Kind.COMMA),
          new Symbol(".", Kind.DOT),
          new Symbol(":", Kind.COLON),
          new Symbol("|", Kind.PIPE),
          new Symbol("<=", Kind.COMPARISON),
          new Symbol(">=", Kind.COMPARISON),
          new Symbol("==", Kind.COMPARISON),
          new Symbol("!=", Kind.COMPARISON),
          new Symbol("<", Kind.COMPARISON),
          new Symbol(">", Kind.COMPARISON),
          new Symbol("+", Kind.SUM_OPERATOR),
          new Symbol("-", Kind.SUM_OPERATOR),
          new Symbol("~", Kind.SUM_OPERATOR),
          new Symbol("*", Kind.PRODUCT_OPERATOR),
          new Symbol("/", Kind.PRODUCT_OPERATOR),
          new Symbol("%", Kind.PRODUCT_OPERATOR),
          new Symbol("=", Kind.ASSIGN));

  private static final Map<Character, Character> ESCAPES =
      Map.of(
          'n', '\n', 't', '\t', 'r', '\r', 'b', '\b', 'f', '\f', 'v', '\u000B', '\\', '\\', '\'',
          '\'', '"', '"');

  private final String source;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  /** The braces open since the last <code>{{</code>; may fall below zero, as in the reference. */
  private int openBraces;

  private int line = 1;
  private int lineCountedTo;

  private Lexer(String source) {
    this.source = source;
  }

  /** Returns the tokens of {@code source}, bytes of a template. */
  static List<Token> tokenize(String source) {
    String lines = source.replace("\r\n", "\n").replace('\r', '\n');
    boolean endsWithNewline = source.endsWith("\n");
    Lexer lexer = new Lexer(endsWithNewline ? lines.substring(0, lines.length() - 1) : lines);
    while (lexer.at < lexer.source.length()) {
      lexer.step();
    }
    return lexer.tokens;
  }

  /** Reads text up to the next block and, at a block, one token. */
  private void step() {
    boolean outside =
        switch (lastKind()) {
          case END, CLOSE_STATEMENT, CLOSE_EXPRESSION, COMMENT -> true;
          default -> false;
        };
    if (outside && text()) {
      return;
    }
    if (peek(0) == '{' && peek(1) == '#') {
      comment();
      return;
    }
    if (peek(0) == '-'
        && (lastKind() == Kind.OPEN_EXPRESSION || lastKind() == Kind.OPEN_STATEMENT)) {
      at++;
    }
    take(c -> ByteText.isSpace((char) c));
    if (at >= source.length()) {
      return;
    }
    if (sign() || symbol()) {
      return;
    }
    char c = peek(0);
    int start = at;
    if (c == '\'' || c == '"') {
      at++;
      String string = take(other -> other != c);
      at++;
      add(Kind.STRING, string, start);
    } else if (ByteText.isDigit(c)) {
      add(Kind.NUMBER, number(), start);
    } else if (ByteText.isWord(c)) {
      add(Kind.NAME, take(other -> ByteText.isWord((char) other)), start);
    } else {
      throw fault("unexpected character " + c);
    }
  }

  /** Reads text outside of blocks; returns whether any was left after whitespace control. */
  private boolean text() {
    boolean afterDash = false;
    boolean afterBlock = false;
    if (at > 3) {
      char kind = source.charAt(at - 2);
      boolean closes = source.charAt(at - 1) == '}';
      afterDash =
          source.charAt(at - 3) == '-' && (kind == '%' || kind == '}' || kind == '#') && closes;
      afterBlock = (kind == '#' || kind == '%' || kind == '-') && closes;
    }
    int start = at;
    while (at < source.length() && !(peek(0) == '{' && isOneOf(peek(1), "%{#"))) {
      at++;
    }
    int end = at;
    if (peek(0) == '{' && isOneOf(peek(1), "%#-")) {
      end = withoutIndentation(start, end);
    }
    String text = source.substring(start, Math.max(start, end));
    if (afterBlock && text.startsWith("\n")) {
      text = text.substring(1);
    }
    if (afterDash) {
      text = stripLeft(text);
    }
    if (peek(0) == '{' && isOneOf(peek(1), "{%#") && peek(2) == '-') {
      text = stripRight(text);
    }
    if (text.isEmpty()) {
      return false;
    }
    add(Kind.TEXT, text, start);
    return true;
  }

  /** Returns where text ends when only spaces stand between its last newline and the block. */
  private int withoutIndentation(int start, int end) {
    for (int current = end; current > start; current--) {
      char c = source.charAt(current - 1);
      if (current == 1) {
        // The reference takes the file's first character with it, whatever it is.
        return 0;
      }
      if (c == '\n') {
        return current;
      }
      if (!ByteText.isSpace(c)) {
        return end;
      }
    }
    return end;
  }

  private void comment() {
    int start = at;
    int close = source.indexOf("#}", at + 2);
    if (close < 0) {
      throw fault("the comment has no end");
    }
    at = close + 2;
    add(Kind.COMMENT, source.substring(start + 2, close), start);
  }

  /** Reads a sign and the number after it, where a sign can stand. */
  private boolean sign() {
    char c = peek(0);
    boolean closing = c == '-' && isOneOf(peek(1), "%}");
    if (closing || (c != '-' && c != '+')) {
      return false;
    }
    return switch (lastKind()) {
      case TEXT, END -> throw fault("unexpected character " + c);
      case NAME, NUMBER, STRING, CLOSE_PAREN, CLOSE_BRACKET -> false;
      default -> {
        int start = at++;
        String digits = number();
        add(digits.isEmpty() ? Kind.SIGN : Kind.NUMBER, c + digits, start);
        yield true;
      }
    };
  }

  private boolean symbol() {
    for (Symbol symbol : SYMBOLS) {
      boolean insideBraces = openBraces != 0 && symbol.text().equals("}}");
      if (insideBraces || !source.startsWith(symbol.text(), at)) {
        continue;
      }
      add(symbol.kind(), symbol.text(), at);
      at += symbol.text().length();
      switch (symbol.kind()) {
        case OPEN_EXPRESSION -> openBraces = 0;
        case OPEN_BRACE -> openBraces++;
        case CLOSE_BRACE -> openBraces--;
        default -> {}
      }
      return true;
    }
    return false;
  }

  private String number() {
    String digits = take(c -> ByteText.isDigit((char) c));
    if (peek(0) == '.' && ByteText.isDigit(peek(1))) {
      at++;
      digits += "." + take(c -> ByteText.isDigit((char) c));
    }
    return digits;
  }

  /** Reads characters while they are {@code wanted}, with escapes resolved. */
  private String take(IntPredicate wanted) {
    StringBuilder taken = new StringBuilder();
    while (wanted.test(peek(0))) {
      if (at >= source.length()) {
        throw fault("the template ends inside a string");
      }
      char c = source.charAt(at++);
      if (c == '\\') {
        Character escaped = ESCAPES.get(peek(0));
        if (escaped == null) {
          throw fault("unknown escape \\" + peek(0));
        }
        at++;
        taken.append(escaped.charValue());
      } else {
        taken.append(c);
      }
    }
    return taken.toString();
  }

  private void add(Kind kind, String text, int start) {
    tokens.add(new Token(kind, text, lineOf(start)));
  }

  private int lineOf(int position) {
    for (; lineCountedTo < position; lineCountedTo++) {
      if (source.charAt(lineCountedTo) == '\n') {
        line++;
      }
    }
    return line;
  }

  private Kind lastKind() {
    return tokens.isEmpty() ? Kind.END : tokens.getLast().kind();
  }

  /** Returns the character {@code ahead}, or NUL after the end. */
  private char peek(int ahead) {
    return at + ahead < source.length() ? source.charAt(at + ahead) : '\0';
  }

  private TemplateFault fault(String reason) {
    return new TemplateFault(reason).atLine(lineOf(Math.min(at, source.length())));
  }

  private static boolean isOneOf(char c, String characters) {
    return characters.indexOf(c) >= 0;
  }

  private static String stripLeft(String text) {
    int start = 0;
    while (start < text.length() && isOneOf(text.charAt(start), " \t\r\n")) {
      start++;
    }
    return text.substring(start);
  }

  private static String stripRight(String text) {
    int end = text.length();
    while (end > 0 && isOneOf(text.charAt(end - 1), " \t\r\n")) {
      end--;
    }
    return text.substring(0, end);
  }
}
