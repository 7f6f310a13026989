// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What can stand after {@code is} ({@code common/jinja/value.cpp}, {@code test_is_…}). */
final class Tests {
  /** Under this name a test is also a function, and an operation in {@link Usage}. */
  static final String PREFIX = "test_is_";

  private static final Map<String, Function.Body> TABLE =
      Map.ofEntries(
          Map.entry("boolean", type(value -> value instanceof Bool)),
          Map.entry("callable", type(value -> value instanceof Function)),
          Map.entry("odd", arguments -> new Bool(arguments.whole(0).asLong() % 2 != 0)),
          Map.entry("even", arguments -> new Bool(arguments.whole(0).asLong() % 2 == 0)),
          Map.entry("false", type(value -> value instanceof Bool && !value.isTrue())),
          Map.entry("true", type(value -> value instanceof Bool && value.isTrue())),
          Map.entry("divisibleby", Tests::divisibleBy),
          Map.entry("string", type(value -> value instanceof Str)),
          Map.entry("integer", type(value -> value instanceof Int)),
          Map.entry("float", type(value -> value instanceof Real)),
          Map.entry("number", type(Value::isNumber)),
          Map.entry("iterable", type(Tests::isSequence)),
          Map.entry("sequence", type(Tests::isSequence)),
          Map.entry("mapping", type(value -> value instanceof Dict)),
          Map.entry("lower", arguments -> hasNo(arguments, ByteText::isUpper)),
          Map.entry("upper", arguments -> hasNo(arguments, ByteText::isLower)),
          Map.entry("none", type(value -> value instanceof None)),
          Map.entry("defined", type(value -> !(value instanceof Undefined))),
          Map.entry("undefined", type(value -> value instanceof Undefined)),
          Map.entry("eq", compared(Comparison.EQUAL)),
          Map.entry("equalto", compared(Comparison.EQUAL)),
          Map.entry("ge", compared(Comparison.GREATER_OR_EQUAL)),
          Map.entry("gt", compared(Comparison.GREATER)),
          Map.entry("greaterthan", compared(Comparison.GREATER)),
          Map.entry("lt", compared(Comparison.LESS)),
          Map.entry("lessthan", compared(Comparison.LESS)),
          Map.entry("ne", compared(Comparison.NOT_EQUAL)),
          Map.entry(
              "in",
              arguments -> {
                arguments.requireAtLeast(2);
                return new Bool(isIn(arguments.at(0), arguments.at(1), arguments.run()));
              }),
          Map.entry("test", arguments -> new Bool(find(arguments.str(0).text()) != null)),
          Map.entry("sameas", Tests::notSupported),
          Map.entry("escaped", Tests::notSupported),
          Map.entry("filter", Tests::notSupported));

  private Tests() {}

  /** Returns the test {@code name}, or null. */
  static Function.@Nullable Body find(String name) {
    return TABLE.get(name);
  }

  /** Returns whether {@code needle} is in a list, text or dictionary's keys. */
  static boolean isIn(Value needle, Value haystack, Run run) {
    run.workOnComparison(haystack);
    return switch (haystack) {
      case Undefined _ -> false;
      case ListValue list -> list.asList().stream().anyMatch(needle::isEqualTo);
      case Str text when needle instanceof Str part -> {
        run.workOnSearch(text.length(), part.length());
        yield text.text().contains(part.text());
      }
      case Dict dict -> dict.has(needle);
      default ->
          throw new TemplateFault(
              needle.typeName() + " cannot be looked for in " + haystack.typeName());
    };
  }

  private static Function.Body type(Predicate<Value> type) {
    return arguments -> new Bool(type.test(arguments.at(0)));
  }

  private static Function.Body compared(Comparison comparison) {
    return arguments -> {
      arguments.require(2, 2);
      arguments.run().workOnComparison(arguments.at(0));
      return new Bool(comparison.holds(arguments.at(0), arguments.at(1)));
    };
  }

  private static boolean isSequence(Value value) {
    return value instanceof ListValue || value instanceof Str || value instanceof Undefined;
  }

  private static Value hasNo(Arguments arguments, CharPredicate kind) {
    return new Bool(arguments.str(0).text().chars().noneMatch(c -> kind.test((char) c)));
  }

  @FunctionalInterface
  private interface CharPredicate {
    boolean test(char c);
  }

  private static Value divisibleBy(Arguments arguments) {
    long number = arguments.whole(0).asLong();
    long divisor = arguments.whole(1).asLong();
    if (divisor == 0 || (divisor == -1 && number == Long.MIN_VALUE)) {
      throw new TemplateFault(number + " cannot be divided by " + divisor);
    }
    return new Bool(number % divisor == 0);
  }

  private static Value notSupported(Arguments arguments) {
    throw new TemplateFault("the test " + arguments.function() + " is not supported");
  }
}
