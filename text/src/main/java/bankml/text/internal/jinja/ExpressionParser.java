// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import bankml.text.internal.jinja.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads expressions, from the loosest binding to the tightest: {@code if}, {@code or}, {@code and},
 * {@code not}, comparison and {@code in}, sums, products, {@code is}, filters, signs, calls and
 * members ({@code common/jinja/parser.cpp}).
 */
final class ExpressionParser {
  private static final int MAX_DEPTH = 100;

  private final TokenStream tokens;
  private int depth;

  ExpressionParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /** Reads one expression, or several with commas between, which are a tuple. */
  Expression sequence() {
    int line = tokens.line();
    return tupleFrom(expression(), line, false);
  }

  /** Reads what a {@code for} assigns to. */
  Expression targets() {
    int line = tokens.line();
    return tupleFrom(primary(), line, true);
  }

  private Expression tupleFrom(Expression first, int line, boolean primaries) {
    if (!tokens.is(Kind.COMMA)) {
      return first;
    }
    List<Expression> items = new ArrayList<>(List.of(first));
    while (tokens.accept(Kind.COMMA)) {
      items.add(primaries ? primary() : expression());
    }
    return new Expression.TupleLiteral(List.copyOf(items), line);
  }

  /** Reads one expression. */
  Expression expression() {
    if (++depth > MAX_DEPTH) {
      throw tokens.fault("an expression is nested deeper than " + MAX_DEPTH);
    }
    Expression result = conditional();
    depth--;
    return result;
  }

  private Expression conditional() {
    Expression value = or();
    int line = tokens.line();
    if (!tokens.acceptName("if")) {
      return value;
    }
    Expression condition = or();
    if (tokens.acceptName("else")) {
      return new Expression.Ternary(condition, value, nested(this::conditional), line);
    }
    return new Expression.Select(value, condition, line);
  }

  private Expression or() {
    Expression left = and();
    while (tokens.isName("or")) {
      int line = tokens.next().line();
      left = new Expression.Binary("or", left, and(), line);
    }
    return left;
  }

  private Expression and() {
    Expression left = not();
    while (tokens.isName("and")) {
      int line = tokens.next().line();
      left = new Expression.Binary("and", left, not(), line);
    }
    return left;
  }

  private Expression not() {
    int line = tokens.line();
    return tokens.acceptName("not")
        ? new Expression.Unary("not", nested(this::not), line)
        : comparison();
  }

  private Expression comparison() {
    Expression left = sum();
    while (true) {
      int line = tokens.line();
      String operator;
      if (tokens.isName("not") && tokens.peek(1).is(Kind.NAME, "in")) {
        tokens.next();
        tokens.next();
        operator = "not in";
      } else if (tokens.isName("in") || tokens.is(Kind.COMPARISON)) {
        operator = tokens.next().text();
      } else {
        return left;
      }
      left = new Expression.Binary(operator, left, sum(), line);
    }
  }

  private Expression sum() {
    Expression left = product();
    while (tokens.is(Kind.SUM_OPERATOR)) {
      Token operator = tokens.next();
      left = new Expression.Binary(operator.text(), left, product(), operator.line());
    }
    return left;
  }

  private Expression product() {
    Expression left = test();
    while (tokens.is(Kind.PRODUCT_OPERATOR)) {
      Token operator = tokens.next();
      left = new Expression.Binary(operator.text(), left, test(), operator.line());
    }
    return left;
  }

  private Expression test() {
    Expression operand = filter();
    while (tokens.isName("is")) {
      int line = tokens.next().line();
      boolean negated = tokens.acceptName("not");
      operand = new Expression.Test(operand, negated, nameOrCall(), line);
    }
    return operand;
  }

  private Expression filter() {
    Expression operand = signed();
    while (tokens.is(Kind.PIPE)) {
      int line = tokens.next().line();
      operand = new Expression.Filter(operand, nameOrCall(), line);
    }
    return operand;
  }

  private Expression nameOrCall() {
    Expression name = primary();
    return tokens.is(Kind.OPEN_PAREN) ? call(name) : name;
  }

  private Expression signed() {
    if (tokens.is(Kind.SIGN)) {
      Token sign = tokens.next();
      return new Expression.Unary(sign.text(), nested(this::signed), sign.line());
    }
    Expression member = member(primary());
    return tokens.is(Kind.OPEN_PAREN) ? call(member) : member;
  }

  /** Reads the arguments of a call of {@code callee}, then further members and calls. */
  Expression call(Expression callee) {
    Expression result = callee;
    do {
      int line = tokens.line();
      result = member(new Expression.Call(result, arguments(), line));
    } while (tokens.is(Kind.OPEN_PAREN));
    return result;
  }

  /** Reads {@code (a, *b, c=d)}. */
  List<Expression> arguments() {
    tokens.expect(Kind.OPEN_PAREN);
    List<Expression> arguments = new ArrayList<>();
    while (!tokens.accept(Kind.CLOSE_PAREN)) {
      arguments.add(argument());
      tokens.accept(Kind.COMMA);
    }
    return List.copyOf(arguments);
  }

  private Expression argument() {
    int line = tokens.line();
    if (tokens.peek(0).is(Kind.PRODUCT_OPERATOR, "*")) {
      tokens.next();
      return new Expression.Spread(expression(), line);
    }
    Expression argument = expression();
    return tokens.accept(Kind.ASSIGN)
        ? new Expression.Keyword(argument, expression(), line)
        : argument;
  }

  private Expression member(Expression object) {
    Expression result = object;
    while (true) {
      int line = tokens.line();
      if (tokens.accept(Kind.DOT)) {
        result = new Expression.Attribute(result, primary(), line);
      } else if (tokens.accept(Kind.OPEN_BRACKET)) {
        result = subscript(result, line);
        tokens.expect(Kind.CLOSE_BRACKET);
      } else {
        return result;
      }
    }
  }

  /** Reads what stands between brackets; a colon anywhere makes it a slice. */
  private Expression subscript(Expression object, int line) {
    List<Optional<Expression>> parts = new ArrayList<>();
    boolean slice = false;
    while (!tokens.is(Kind.CLOSE_BRACKET)) {
      if (tokens.accept(Kind.COLON)) {
        parts.add(Optional.empty());
        slice = true;
      } else {
        parts.add(Optional.of(expression()));
        slice |= tokens.accept(Kind.COLON);
      }
    }
    if (slice) {
      return new Expression.Slice(object, part(parts, 0), part(parts, 1), part(parts, 2), line);
    }
    Expression index = part(parts, 0).orElseGet(() -> new Expression.Blank(line));
    return new Expression.Item(object, index, line);
  }

  private static Optional<Expression> part(List<Optional<Expression>> parts, int index) {
    return index < parts.size() ? parts.get(index) : Optional.empty();
  }

  /** Reads a literal, a name, or what stands in parentheses, brackets or braces. */
  Expression primary() {
    int line = tokens.line();
    Token token = tokens.next();
    return switch (token.kind()) {
      case NUMBER -> new Expression.Literal(number(token), line);
      case STRING -> {
        StringBuilder text = new StringBuilder(token.text());
        while (tokens.is(Kind.STRING)) {
          text.append(tokens.next().text());
        }
        yield new Expression.Literal(Str.of(text.toString()), line);
      }
      case NAME -> new Expression.Name(token.text(), line);
      case OPEN_PAREN -> {
        Expression inner = sequence();
        tokens.expect(Kind.CLOSE_PAREN);
        yield inner;
      }
      case OPEN_BRACKET -> {
        List<Expression> items = new ArrayList<>();
        while (!tokens.accept(Kind.CLOSE_BRACKET)) {
          items.add(expression());
          tokens.accept(Kind.COMMA);
        }
        yield new Expression.ListLiteral(List.copyOf(items), line);
      }
      case OPEN_BRACE -> {
        List<Expression.Pair> pairs = new ArrayList<>();
        while (!tokens.accept(Kind.CLOSE_BRACE)) {
          Expression key = expression();
          tokens.expect(Kind.COLON);
          pairs.add(new Expression.Pair(key, expression()));
          tokens.accept(Kind.COMMA);
        }
        yield new Expression.DictLiteral(List.copyOf(pairs), line);
      }
      default -> throw tokens.fault("unexpected " + token.text());
    };
  }

  private Value number(Token token) {
    try {
      return token.text().contains(".")
          ? new Real(Double.parseDouble(token.text()))
          : new Int(Long.parseLong(token.text()));
    } catch (NumberFormatException e) {
      throw tokens.fault("the number " + token.text() + " is out of range");
    }
  }

  private Expression nested(java.util.function.Supplier<Expression> rule) {
    if (++depth > MAX_DEPTH) {
      throw tokens.fault("an expression is nested deeper than " + MAX_DEPTH);
    }
    Expression result = rule.get();
    depth--;
    return result;
  }
}
