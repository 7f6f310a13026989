// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.Map;

/**
 * The methods of values, which are also the filters ({@code common/jinja/value.cpp}, {@code
 * get_builtins}): one table a type. What a table does not have is refused.
 */
final class Methods {
  private static final Map<String, Function.Body> NONE =
      Map.ofEntries(
          Map.entry("default", Methods::defaultValue),
          Map.entry("tojson", ToJson::call),
          Map.entry("string", arguments -> Str.of("None")),
          Map.entry("safe", arguments -> Str.of("None")),
          Map.entry("items", Methods::emptyList),
          Map.entry("map", Methods::emptyList),
          Map.entry("reject", Methods::emptyList),
          Map.entry("rejectattr", Methods::emptyList),
          Map.entry("select", Methods::emptyList),
          Map.entry("selectattr", Methods::emptyList),
          Map.entry("unique", Methods::emptyList));

  private static final Map<String, Function.Body> UNDEFINED =
      Map.ofEntries(
          Map.entry("default", Methods::defaultValue),
          Map.entry("capitalize", Methods::emptyText),
          Map.entry("first", Methods::undefined),
          Map.entry("items", Methods::emptyList),
          Map.entry("join", Methods::emptyText),
          Map.entry("last", Methods::undefined),
          Map.entry("length", Methods::zero),
          Map.entry("list", Methods::emptyList),
          Map.entry("lower", Methods::emptyText),
          Map.entry("map", Methods::emptyList),
          Map.entry("max", Methods::undefined),
          Map.entry("min", Methods::undefined),
          Map.entry("reject", Methods::emptyList),
          Map.entry("rejectattr", Methods::emptyList),
          Map.entry("replace", Methods::emptyText),
          Map.entry("reverse", Methods::emptyList),
          Map.entry("safe", Methods::emptyText),
          Map.entry("select", Methods::emptyList),
          Map.entry("selectattr", Methods::emptyList),
          Map.entry("sort", Methods::emptyList),
          Map.entry("string", Methods::emptyText),
          Map.entry("strip", Methods::emptyText),
          Map.entry("sum", Methods::zero),
          Map.entry("title", Methods::emptyText),
          Map.entry("truncate", Methods::emptyText),
          Map.entry("unique", Methods::emptyList),
          Map.entry("upper", Methods::emptyText),
          Map.entry("wordcount", Methods::zero));

  private Methods() {}

  /** Returns the methods of {@code value} by name. */
  static Map<String, Function.Body> of(Value value) {
    return switch (value) {
      case Undefined _ -> UNDEFINED;
      case None _ -> NONE;
      case Bool _ -> NumberMethods.OF_BOOLEANS;
      case Int _ -> NumberMethods.OF_INTEGERS;
      case Real _ -> NumberMethods.OF_REALS;
      case Str _ -> StringMethods.TABLE;
      case ListValue _ -> ListMethods.TABLE;
      case Dict dict -> dict.hasMethods() ? DictMethods.TABLE : Map.of();
      case Function _, KeywordArgument _ ->
          throw new TemplateFault(value.typeName() + " has no methods");
    };
  }

  /** The value itself, or another where it is missing, or false where {@code boolean} is set. */
  static Value defaultValue(Arguments arguments) {
    arguments.require(2, 3);
    Value value = arguments.at(0);
    boolean alsoFalse = arguments.keywordOr("boolean", 2).isTrue();
    boolean lacking = alsoFalse ? !value.isTrue() : value.isMissing();
    return lacking ? arguments.at(1) : value;
  }

  private static Value emptyList(Arguments arguments) {
    return ListValue.list(new ArrayList<>());
  }

  private static Value emptyText(Arguments arguments) {
    return Str.empty();
  }

  private static Value zero(Arguments arguments) {
    return new Int(0);
  }

  private static Value undefined(Arguments arguments) {
    return new Undefined();
  }
}
