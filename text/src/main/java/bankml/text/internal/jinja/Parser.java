// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import bankml.text.internal.jinja.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads tokens into a syntax tree: the statements ({@code common/jinja/parser.cpp}). */
final class Parser {
  private static final int MAX_DEPTH = 200;

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private int depth;

  private Parser(List<Token> tokens) {
    this.tokens = new TokenStream(tokens);
    this.expressions = new ExpressionParser(this.tokens);
  }

  /** Returns the nodes of a template's {@code tokens}. */
  static List<Node> parse(List<Token> tokens) {
    Parser parser = new Parser(tokens);
    List<Node> nodes = new ArrayList<>();
    while (!parser.tokens.atEnd()) {
      nodes.add(parser.node());
    }
    return List.copyOf(nodes);
  }

  private Node node() {
    if (++depth > MAX_DEPTH) {
      throw tokens.fault("blocks are nested deeper than " + MAX_DEPTH);
    }
    Token token = tokens.peek(0);
    Node node =
        switch (token.kind()) {
          case COMMENT -> {
            tokens.next();
            yield new Statement.Nothing(token.line());
          }
          case TEXT -> {
            tokens.next();
            yield new Expression.Literal(Str.of(token.text()), token.line());
          }
          case OPEN_STATEMENT -> {
            tokens.next();
            yield statement();
          }
          case OPEN_EXPRESSION -> {
            tokens.next();
            Expression expression = expressions.expression();
            tokens.expect(Kind.CLOSE_EXPRESSION);
            yield expression;
          }
          default -> throw tokens.unexpected("text or a block");
        };
    depth--;
    return node;
  }

  private Statement statement() {
    int line = tokens.line();
    if (!tokens.is(Kind.NAME)) {
      throw tokens.unexpected("a statement");
    }
    String name = tokens.next().text();
    return switch (name) {
      case "set" -> set(line);
      case "if" -> {
        Statement.If result = ifStatement(line);
        end("endif");
        yield result;
      }
      case "macro" -> macro(line);
      case "for" -> forStatement(line);
      case "break" -> {
        tokens.expect(Kind.CLOSE_STATEMENT);
        yield new Statement.Break(line);
      }
      case "continue" -> {
        tokens.expect(Kind.CLOSE_STATEMENT);
        yield new Statement.Continue(line);
      }
      case "call" -> call(line);
      case "filter" -> filter(line);
      case "generation", "endgeneration" -> {
        // Marks for training; the reference skips one token, which closes the block.
        tokens.skip();
        yield new Statement.Nothing(line);
      }
      default -> throw tokens.fault("unknown statement " + name);
    };
  }

  private Statement set(int line) {
    Expression target = expressions.sequence();
    Optional<Expression> value = Optional.empty();
    List<Node> body = List.of();
    if (tokens.accept(Kind.ASSIGN)) {
      value = Optional.of(expressions.sequence());
    } else {
      tokens.expect(Kind.CLOSE_STATEMENT);
      body = bodyUntil("endset");
      tokens.expect(Kind.OPEN_STATEMENT);
      tokens.expectName("endset");
    }
    tokens.expect(Kind.CLOSE_STATEMENT);
    return new Statement.Set(target, value, body, line);
  }

  private Statement.If ifStatement(int line) {
    Expression condition = expressions.expression();
    tokens.expect(Kind.CLOSE_STATEMENT);
    List<Node> body = bodyUntil("elif", "else", "endif");
    List<Node> otherwise = List.of();
    if (tokens.isStatement("elif")) {
      int elifLine = tokens.line();
      tokens.next();
      tokens.next();
      otherwise = List.of(ifStatement(elifLine));
    } else if (tokens.isStatement("else")) {
      otherwise = elseBody("endif");
    }
    return new Statement.If(condition, body, otherwise, line);
  }

  private Statement forStatement(int line) {
    Expression target = expressions.targets();
    tokens.expectName("in");
    Expression items = expressions.expression();
    tokens.expect(Kind.CLOSE_STATEMENT);
    List<Node> body = bodyUntil("endfor", "else");
    List<Node> otherwise = tokens.isStatement("else") ? elseBody("endfor") : List.of();
    end("endfor");
    return new Statement.For(target, items, body, otherwise, line);
  }

  private Statement macro(int line) {
    Expression name = expressions.primary();
    List<Expression> parameters = expressions.arguments();
    tokens.expect(Kind.CLOSE_STATEMENT);
    List<Node> body = bodyUntil("endmacro");
    end("endmacro");
    return new Statement.Macro(name, parameters, body, line);
  }

  private Statement call(int line) {
    List<Expression> parameters = tokens.is(Kind.OPEN_PAREN) ? expressions.arguments() : List.of();
    Expression callee = expressions.primary();
    if (!(callee instanceof Expression.Name)) {
      throw tokens.fault("call needs the name of a macro");
    }
    List<Expression> arguments = expressions.arguments();
    tokens.expect(Kind.CLOSE_STATEMENT);
    List<Node> body = bodyUntil("endcall");
    end("endcall");
    return new Statement.CallBlock(
        new Expression.Call(callee, arguments, line), parameters, body, line);
  }

  private Statement filter(int line) {
    Expression filter = expressions.primary();
    if (filter instanceof Expression.Name && tokens.is(Kind.OPEN_PAREN)) {
      filter = expressions.call(filter);
    }
    tokens.expect(Kind.CLOSE_STATEMENT);
    List<Node> body = bodyUntil("endfilter");
    end("endfilter");
    return new Statement.FilterBlock(filter, body, line);
  }

  private List<Node> elseBody(String end) {
    tokens.next();
    tokens.next();
    tokens.expect(Kind.CLOSE_STATEMENT);
    return bodyUntil(end);
  }

  private List<Node> bodyUntil(String... names) {
    List<Node> body = new ArrayList<>();
    while (!tokens.isStatement(names)) {
      body.add(node());
    }
    return List.copyOf(body);
  }

  private void end(String name) {
    tokens.expect(Kind.OPEN_STATEMENT);
    tokens.expectName(name);
    tokens.expect(Kind.CLOSE_STATEMENT);
  }
}
