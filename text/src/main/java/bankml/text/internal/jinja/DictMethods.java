// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The methods of dictionaries. */
final class DictMethods {
  static final Map<String, Function.Body> TABLE =
      Map.of(
          "get",
          DictMethods::get,
          "keys",
          arguments -> list(arguments, Dict.Entry::key),
          "values",
          arguments -> list(arguments, Dict.Entry::value),
          "items",
          arguments -> list(arguments, DictMethods::pair),
          "tojson",
          ToJson::call,
          "string",
          DictMethods::string,
          "length",
          arguments -> new Int(arguments.dict(0).size()),
          "dictsort",
          DictMethods::dictsort);

  private DictMethods() {}

  private static Value get(Arguments arguments) {
    arguments.require(2, 3);
    Value otherwise = arguments.count() == 3 ? arguments.at(2) : new None();
    return arguments.dict(0).at(arguments.str(1), otherwise);
  }

  private static Value list(
      Arguments arguments, java.util.function.Function<Dict.Entry, Value> view) {
    List<Value> values = new ArrayList<>();
    arguments.dict(0).entries().forEach(entry -> values.add(view.apply(entry)));
    arguments.run().work(values.size());
    return ListValue.list(values);
  }

  /** Returns {@code entry} as a tuple of key and value. */
  static Value pair(Dict.Entry entry) {
    return ListValue.tuple(Arrays.asList(entry.key(), entry.value()));
  }

  private static Value string(Arguments arguments) {
    Dict dict = arguments.dict(0);
    arguments.run().usage().useDeeply(dict);
    return arguments.run().textOf(dict);
  }

  private static Value dictsort(Arguments arguments) {
    Dict dict = arguments.dict(0);
    boolean byValue = arguments.keywordOr("by", 2) instanceof Str by && by.text().equals("value");
    Comparison before =
        arguments.keywordOr("reverse", 3).isTrue() ? Comparison.GREATER : Comparison.LESS;
    arguments.run().work(dict.size());
    List<Dict.Entry> entries = new ArrayList<>(dict.entries());
    Introsort.sort(
        entries,
        (a, b) -> {
          arguments.run().work(1);
          arguments.run().workOnComparison(byValue ? a.value() : a.key());
          return byValue ? before.holds(a.value(), b.value()) : before.holds(a.key(), b.key());
        });
    Dict sorted = Dict.create();
    entries.forEach(entry -> sorted.put(entry.key(), entry.value()));
    return sorted;
  }
}
