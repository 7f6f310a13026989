// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions that every template can call ({@code common/jinja/value.cpp}). */
final class Globals {
  private static final Map<String, Function.Body> TABLE =
      Map.of(
          "raise_exception",
          arguments -> {
            throw TemplateFault.raised(ByteText.decode(arguments.str(0).text()));
          },
          "namespace",
          Globals::namespace,
          "strftime_now",
          arguments -> Str.of(Strftime.format(arguments.str(0).text(), arguments.run().now())),
          "range",
          Globals::range,
          "tojson",
          ToJson::call);

  private static final int MAX_RANGE = 1_000_000;

  private Globals() {}

  /** Returns the function {@code name}, or null. */
  static Function.@Nullable Body find(String name) {
    return name.startsWith(Tests.PREFIX)
        ? Tests.find(name.substring(Tests.PREFIX.length()))
        : TABLE.get(name);
  }

  private static Value namespace(Arguments arguments) {
    arguments.run().work(arguments.values().size());
    Dict namespace = Dict.create();
    for (Value value : arguments.values()) {
      if (!(value instanceof KeywordArgument keyword)) {
        throw new TemplateFault("namespace takes keyword arguments only");
      }
      namespace.put(keyword.name(), keyword.value());
    }
    return namespace;
  }

  private static Value range(Arguments arguments) {
    arguments.require(1, 3);
    long first = arguments.whole(0).asLong();
    long start = arguments.count() == 1 ? 0 : first;
    long stop = arguments.count() == 1 ? first : arguments.at(1).asLong();
    long step = arguments.count() == 3 ? arguments.at(2).asLong() : 1;
    if (step == 0) {
      throw new TemplateFault("the step of a range is 0");
    }
    List<Value> numbers = new ArrayList<>();
    for (long i = start; step > 0 ? i < stop : i > stop; i += step) {
      arguments.run().work(1);
      if (numbers.size() >= MAX_RANGE) {
        throw TemplateFault.bound("a range has more than " + MAX_RANGE + " numbers");
      }
      numbers.add(new Int(i));
      if (((i ^ (i + step)) & (step ^ (i + step))) < 0) {
        throw new TemplateFault("a range goes beyond 64 bits");
      }
    }
    return ListValue.list(numbers);
  }
}
