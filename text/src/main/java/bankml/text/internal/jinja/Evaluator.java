// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;

/** Computes expressions ({@code common/jinja/runtime.cpp}). */
final class Evaluator {
  private Evaluator() {}

  /** Returns the value of {@code expression} among the variables of {@code frame}. */
  static Value evaluate(Expression expression, Frame frame) {
    frame.run().enter();
    try {
      return compute(expression, frame);
    } catch (TemplateFault e) {
      throw e.atLine(expression.line());
    } finally {
      frame.run().leave();
    }
  }

  /** Returns the values of {@code expressions}, in order, in a list that can be changed. */
  static List<Value> evaluateAll(List<Expression> expressions, Frame frame) {
    List<Value> values = new ArrayList<>(expressions.size());
    for (Expression expression : expressions) {
      values.add(evaluate(expression, frame));
    }
    return values;
  }

  private static Value compute(Expression expression, Frame frame) {
    return switch (expression) {
      case Expression.Literal literal -> literal.value();
      case Expression.Name name -> lookup(name.name(), frame);
      case Expression.ListLiteral list -> ListValue.list(evaluateAll(list.items(), frame));
      case Expression.TupleLiteral tuple -> ListValue.tuple(evaluateAll(tuple.items(), frame));
      case Expression.DictLiteral dict -> dict(dict, frame);
      case Expression.Attribute attribute -> Members.attribute(attribute, frame);
      case Expression.Item item -> Members.item(item, frame);
      case Expression.Slice slice -> Members.slice(slice, frame);
      case Expression.Blank _ -> new Undefined();
      case Expression.Call call -> call(call, frame);
      case Expression.Keyword keyword ->
          new KeywordArgument(nameOf(keyword.name()), evaluate(keyword.value(), frame));
      case Expression.Spread _ -> throw new TemplateFault("* among arguments is not supported");
      case Expression.Binary binary -> binary(binary, frame);
      case Expression.Unary unary ->
          Operators.apply(unary.operator(), evaluate(unary.operand(), frame));
      case Expression.Filter filter ->
          filter(filter.filter(), evaluate(filter.operand(), frame), frame);
      case Expression.Test test -> test(test, frame);
      case Expression.Ternary ternary ->
          evaluate(
              evaluate(ternary.condition(), frame).isTrue() ? ternary.yes() : ternary.no(), frame);
      case Expression.Select select ->
          evaluate(select.condition(), frame).isTrue()
              ? evaluate(select.value(), frame)
              : new Undefined();
    };
  }

  private static Value lookup(String name, Frame frame) {
    Value value = frame.get(name);
    if (!(value instanceof Undefined)) {
      frame.run().usage().use(value);
      return value;
    }
    Function.Body global = Globals.find(name);
    return global == null ? new Undefined(name) : new Function(name, global);
  }

  /** Returns the name that {@code expression} is; a fault when it is something else. */
  static String nameOf(Expression expression) {
    if (expression instanceof Expression.Name name) {
      return name.name();
    }
    throw new TemplateFault("a name is needed here");
  }

  private static Value dict(Expression.DictLiteral literal, Frame frame) {
    Dict dict = Dict.create();
    for (Expression.Pair pair : literal.pairs()) {
      dict.put(evaluate(pair.key(), frame), evaluate(pair.value(), frame));
    }
    return dict;
  }

  private static Value binary(Expression.Binary binary, Frame frame) {
    Value left = evaluate(binary.left(), frame);
    return switch (binary.operator()) {
      case "and" -> left.isTrue() ? evaluate(binary.right(), frame) : left;
      case "or" -> left.isTrue() ? left : evaluate(binary.right(), frame);
      default ->
          Operators.apply(binary.operator(), left, evaluate(binary.right(), frame), frame.run());
    };
  }

  /** Arguments come before the callee, as in the reference. */
  private static Value call(Expression.Call call, Frame frame) {
    List<Value> arguments = evaluateAll(call.arguments(), frame);
    return function(evaluate(call.callee(), frame)).call(arguments, frame);
  }

  /** Returns {@code value} as a function; a fault when it is none. */
  static Function function(Value value) {
    if (value instanceof Function function) {
      return function;
    }
    throw new TemplateFault("what is called is no function but " + value.typeName());
  }

  /** Returns {@code input} after {@code filter}, a name or a call. */
  static Value filter(Expression filter, Value input, Frame frame) {
    return switch (filter) {
      case Expression.Name name -> {
        String id = filterName(name.name());
        yield Members.method(id, asFiltered(id, input, frame), frame).call(List.of(), frame);
      }
      case Expression.Call call -> {
        String id = filterName(nameOf(call.callee()));
        List<Value> arguments = evaluateAll(call.arguments(), frame);
        yield Members.method(id, input, frame).call(arguments, frame);
      }
      default -> throw new TemplateFault("a filter is a name, with or without arguments");
    };
  }

  private static String filterName(String name) {
    return switch (name) {
      case "count" -> "length";
      case "d" -> "default";
      case "e" -> "escape";
      case "trim" -> "strip";
      default -> name;
    };
  }

  /** Filters on text take other values as text, when they stand without arguments. */
  private static Value asFiltered(String filter, Value input, Frame frame) {
    boolean takesText =
        switch (filter) {
          case "capitalize", "lower", "replace", "strip", "title", "upper", "wordcount" -> true;
          default -> false;
        };
    boolean text = input instanceof Str || input instanceof Undefined;
    return takesText && !text ? frame.run().textOf(input) : input;
  }

  private static Value test(Expression.Test test, Frame frame) {
    List<Value> arguments = new ArrayList<>();
    Value input = evaluate(test.operand(), frame);
    arguments.add(input);
    String name =
        switch (test.test()) {
          case Expression.Name id -> id.name();
          case Expression.Call call -> {
            String id = nameOf(call.callee());
            arguments.addAll(evaluateAll(call.arguments(), frame));
            yield id;
          }
          default -> throw new TemplateFault("a test is a name, with or without arguments");
        };
    Function.Body body = Tests.find(name);
    if (body == null) {
      throw new TemplateFault("unknown test " + name);
    }
    frame.run().usage().use(input, Tests.PREFIX + name);
    Value result = body.call(new Arguments(name, arguments, frame));
    return test.negated() ? new Bool(!result.isTrue()) : result;
  }
}
