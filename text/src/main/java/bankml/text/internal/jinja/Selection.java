// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * {@code select}, {@code selectattr}, {@code reject} and {@code rejectattr}, which in the reference
 * differ by the number of arguments only: an attribute that is true; a test of the item and its
 * argument; an attribute, a test of it, and its argument.
 */
final class Selection {
  private Selection() {}

  static Value of(Arguments arguments, boolean rejects) {
    arguments.require(2, 4);
    List<Value> items = arguments.list(0).asList();
    Predicate<Value> chosen = predicate(arguments);
    List<Value> selected = new ArrayList<>();
    for (Value item : items) {
      arguments.run().work(1);
      if (chosen.test(item) != rejects) {
        selected.add(item);
      }
    }
    return ListValue.list(selected);
  }

  private static Predicate<Value> predicate(Arguments arguments) {
    Str first = arguments.str(1);
    return switch (arguments.count()) {
      case 2 -> item -> attribute(item, first).isTrue();
      case 3 -> test(first.text(), arguments, 2);
      default -> {
        Predicate<Value> test = test(arguments.at(2).asText().text(), arguments, 3);
        yield item -> test.test(attribute(item, first));
      }
    };
  }

  private static Predicate<Value> test(String name, Arguments arguments, int argument) {
    Function.Body body = Tests.find(name);
    if (body == null) {
      throw new TemplateFault("unknown test " + name);
    }
    Value given = arguments.at(argument);
    return value ->
        body.call(new Arguments(name, List.of(value, given), arguments.caller())).isTrue();
  }

  private static Value attribute(Value item, Str name) {
    if (item instanceof Dict dict) {
      return dict.at(name, new Undefined());
    }
    throw new TemplateFault("an attribute is selected of " + item.typeName());
  }
}
