// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.List;
import java.util.Optional;

/** What does something. */
sealed interface Statement extends Node {

  /** <code>{% if %}</code>; {@code elif} is an {@code If} in {@code otherwise}. */
  record If(Expression condition, List<Node> body, List<Node> otherwise, int line)
      implements Statement {}

  /** <code>{% for target in items %}</code>. */
  record For(Expression target, Expression items, List<Node> body, List<Node> otherwise, int line)
      implements Statement {}

  /** <code>{% break %}</code>. */
  record Break(int line) implements Statement {}

  /** <code>{% continue %}</code>. */
  record Continue(int line) implements Statement {}

  /** <code>{% set target = value %}</code>, or what stands up to <code>{% endset %}</code>. */
  record Set(Expression target, Optional<Expression> value, List<Node> body, int line)
      implements Statement {}

  /** <code>{% macro name(parameters) %}</code>. */
  record Macro(Expression name, List<Expression> parameters, List<Node> body, int line)
      implements Statement {}

  /** <code>{% call(parameters) macro(arguments) %}</code>: the body is the macro's caller. */
  record CallBlock(Expression.Call call, List<Expression> parameters, List<Node> body, int line)
      implements Statement {}

  /** <code>{% filter name %}</code>. */
  record FilterBlock(Expression filter, List<Node> body, int line) implements Statement {}

  /** A comment, and what other engines need and this one does not. */
  record Nothing(int line) implements Statement {}
}
