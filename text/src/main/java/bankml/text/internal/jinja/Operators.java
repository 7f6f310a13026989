// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Operators on two values ({@code common/jinja/runtime.cpp}, {@code binary_expression}). */
final class Operators {
  private Operators() {}

  /** Returns {@code left operator right}; {@code and} and {@code or} are not among them. */
  static Value apply(String operator, Value left, Value right, Run run) {
    run.workOnComparison(left);
    return switch (operator) {
      case "==" -> new Bool(left.isEqualTo(right));
      case "!=" -> new Bool(!left.isEqualTo(right));
      case "in", "not in" -> new Bool(in(operator, left, right, run) == operator.equals("in"));
      default -> combine(operator, left, right, run);
    };
  }

  private static boolean in(String operator, Value left, Value right, Run run) {
    if (right instanceof Undefined) {
      return false;
    }
    boolean known =
        switch (left) {
          case Undefined _ -> false;
          case None _ -> !(right instanceof None);
          case ListValue _ -> right instanceof Dict;
          case Str _ -> right instanceof ListValue || right instanceof Str || right instanceof Dict;
          case Int _, Real _, Bool _, Dict _, Function _, KeywordArgument _ ->
              right instanceof ListValue || right instanceof Dict;
        };
    if (!known) {
      throw unknown(operator, left, right);
    }
    return Tests.isIn(left, right, run);
  }

  private static Value combine(String operator, Value left, Value right, Run run) {
    boolean joins = operator.equals("+") || operator.equals("~");
    if (left.isMissing() || right.isMissing()) {
      // Nothing beside a text is an empty text.
      if (joins && (left instanceof Str || right instanceof Str)) {
        return append(
            left.isMissing() ? Str.empty() : run.textOf(left),
            right.isMissing() ? Str.empty() : run.textOf(right),
            run);
      }
      throw unknown(operator, left, right);
    }
    if (left.isNumber() && right.isNumber() && !operator.equals("~")) {
      return arithmetic(operator, left, right);
    }
    if (operator.equals("+") && left instanceof ListValue && right instanceof ListValue) {
      run.work(left.asList().size() + (long) right.asList().size());
      List<Value> items = new ArrayList<>(left.asList());
      items.addAll(right.asList());
      return ListValue.list(items);
    }
    if (joins && (left instanceof Str || right instanceof Str)) {
      return append(run.textOf(left), run.textOf(right), run);
    }
    if (operator.equals("*") && left instanceof Str text && right instanceof Int times) {
      return repeat(text, times.asLong(), run);
    }
    if (operator.equals("*") && left instanceof Int times && right instanceof Str text) {
      return repeat(text, times.asLong(), run);
    }
    throw unknown(operator, left, right);
  }

  private static Str append(Str left, Str right, Run run) {
    run.work(left.parts().size() + (long) right.parts().size());
    run.workOnText(left.length() + (long) right.length());
    return left.append(right);
  }

  private static Str repeat(Str text, long times, Run run) {
    if (times <= 0) {
      return Str.empty();
    }
    run.work(times);
    run.work(times * text.parts().size());
    List<String> all = new ArrayList<>();
    for (List<String> once : Collections.nCopies((int) times, text.parts())) {
      all.addAll(once);
    }
    return Str.ofParts(all);
  }

  /** All arithmetic is of reals; results of integers are cut to integers again. */
  private static Value arithmetic(String operator, Value left, Value right) {
    double a = left.asDouble();
    double b = right.asDouble();
    boolean whole = left instanceof Int && right instanceof Int;
    return switch (operator) {
      case "+" -> number(a + b, whole);
      case "-" -> number(a - b, whole);
      case "*" -> number(a * b, whole);
      case "/" -> new Real(a / b);
      case "%" -> number(a % b, whole);
      case "<" -> new Bool(a < b);
      case ">" -> new Bool(a > b);
      case ">=" -> new Bool(a >= b);
      case "<=" -> new Bool(a <= b);
      default -> throw unknown(operator, left, right);
    };
  }

  private static Value number(double result, boolean whole) {
    return whole ? new Int(Numeric.truncate(result)) : new Real(result);
  }

  /** Returns {@code operator operand}. */
  static Value apply(String operator, Value operand) {
    return switch (operator) {
      case "not" -> new Bool(!operand.isTrue());
      case "-" ->
          switch (operand) {
            case Int whole -> new Int(-whole.asLong());
            case Real real -> new Real(-real.asDouble());
            default -> throw new TemplateFault("- takes a number and got " + operand.typeName());
          };
      case "+" -> {
        if (!operand.isNumber()) {
          throw new TemplateFault("+ takes a number and got " + operand.typeName());
        }
        yield operand;
      }
      default -> throw new TemplateFault("unknown operator " + operator);
    };
  }

  private static TemplateFault unknown(String operator, Value left, Value right) {
    return new TemplateFault(
        "there is no " + operator + " between " + left.typeName() + " and " + right.typeName());
  }
}
