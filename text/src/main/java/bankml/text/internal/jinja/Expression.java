// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.List;
import java.util.Optional;

/** What has a value. Every node knows its line, for messages. */
sealed interface Expression extends Node {

  /** A number or string. */
  record Literal(Value value, int line) implements Expression {}

  /** A variable, or a function of the engine. */
  record Name(String name, int line) implements Expression {}

  /** {@code [a, b]}. */
  record ListLiteral(List<Expression> items, int line) implements Expression {}

  /** {@code a, b} or {@code (a, b)}. */
  record TupleLiteral(List<Expression> items, int line) implements Expression {}

  /** <code>{a: b}</code>. */
  record DictLiteral(List<Pair> pairs, int line) implements Expression {}

  /** A key and a value of a {@link DictLiteral}. */
  record Pair(Expression key, Expression value) {}

  /** {@code object.name}, or {@code object.0}. */
  record Attribute(Expression object, Expression property, int line) implements Expression {}

  /** {@code object[index]}. */
  record Item(Expression object, Expression index, int line) implements Expression {}

  /** {@code object[start:stop:step]}. */
  record Slice(
      Expression object,
      Optional<Expression> start,
      Optional<Expression> stop,
      Optional<Expression> step,
      int line)
      implements Expression {}

  /** Nothing between brackets: {@code object[]}. */
  record Blank(int line) implements Expression {}

  /** {@code callee(arguments)}. */
  record Call(Expression callee, List<Expression> arguments, int line) implements Expression {}

  /** {@code name=value} among arguments and parameters. */
  record Keyword(Expression name, Expression value, int line) implements Expression {}

  /** {@code *list} among arguments, which the reference reads and cannot run. */
  record Spread(Expression list, int line) implements Expression {}

  /** {@code left operator right}. */
  record Binary(String operator, Expression left, Expression right, int line)
      implements Expression {}

  /** {@code not a}, {@code -a}, {@code +a}. */
  record Unary(String operator, Expression operand, int line) implements Expression {}

  /** {@code operand | filter}: a {@link Name} or a {@link Call}, else a fault when it runs. */
  record Filter(Expression operand, Expression filter, int line) implements Expression {}

  /** {@code operand is [not] test}. */
  record Test(Expression operand, boolean negated, Expression test, int line)
      implements Expression {}

  /** {@code yes if condition else no}. */
  record Ternary(Expression condition, Expression yes, Expression no, int line)
      implements Expression {}

  /** {@code value if condition}; after {@code for … in}, a condition on each item. */
  record Select(Expression value, Expression condition, int line) implements Expression {}
}
