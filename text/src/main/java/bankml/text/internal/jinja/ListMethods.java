// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The methods of lists and tuples. */
final class ListMethods {
  static final Map<String, Function.Body> TABLE =
      Map.ofEntries(
          Map.entry("default", Methods::defaultValue),
          Map.entry("list", arguments -> ListValue.list(copy(arguments))),
          Map.entry("first", arguments -> arguments.list(0).at(0, new Undefined())),
          Map.entry("last", arguments -> arguments.list(0).at(-1, new Undefined())),
          Map.entry("length", arguments -> new Int(arguments.list(0).asList().size())),
          Map.entry("slice", ListMethods::slice),
          Map.entry("selectattr", arguments -> Selection.of(arguments, false)),
          Map.entry("select", arguments -> Selection.of(arguments, false)),
          Map.entry("rejectattr", arguments -> Selection.of(arguments, true)),
          Map.entry("reject", arguments -> Selection.of(arguments, true)),
          Map.entry("join", ListMethods::join),
          Map.entry("string", ListMethods::string),
          Map.entry("tojson", ToJson::call),
          Map.entry("map", ListMethods::map),
          Map.entry("append", ListMethods::append),
          Map.entry("pop", ListMethods::pop),
          Map.entry("sort", ListMethods::sort),
          Map.entry("reverse", ListMethods::reverse),
          Map.entry("min", arguments -> extreme(arguments, Comparison.LESS)),
          Map.entry("max", arguments -> extreme(arguments, Comparison.GREATER)));

  private ListMethods() {}

  private static List<Value> copy(Arguments arguments) {
    List<Value> items = arguments.list(0).copy();
    arguments.run().work(items.size());
    return items;
  }

  private static Value slice(Arguments arguments) {
    ListValue list = arguments.list(0);
    List<Value> items = list.asList();
    arguments.run().work(items.size());
    List<Value> slice = new ArrayList<>();
    Slicing.of(arguments).indices(items.size()).forEach(i -> slice.add(items.get(i)));
    return list.alike(slice);
  }

  private static Value join(Arguments arguments) {
    arguments.require(1, 3);
    List<Value> items = arguments.list(0).asList();
    Value delimiter = arguments.keywordOr("d", 1);
    Value attribute = arguments.keywordOr("attribute", 2);
    requireAttribute(attribute, true);
    String between = delimiter instanceof Undefined ? "" : arguments.run().textOf(delimiter).text();
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < items.size(); i++) {
      Value item = items.get(i);
      if (attribute instanceof Int index && item instanceof ListValue list) {
        item = list.at(index.asLong());
      } else if (attribute instanceof Str && item instanceof Dict dict) {
        item = dict.at(attribute);
      }
      if (!(item instanceof Str) && !item.isNumber()) {
        throw new TemplateFault("join takes strings and numbers and got " + item.typeName());
      }
      String text = item.asText().text();
      if ((long) out.length() + text.length() + between.length() > Str.MAX_LENGTH) {
        throw TemplateFault.bound("join makes a text longer than " + Str.MAX_LENGTH + " bytes");
      }
      out.append(text).append(i < items.size() - 1 ? between : "");
    }
    arguments.run().work(items.size());
    arguments.run().workOnText(out.length());
    return Str.of(out.toString());
  }

  private static void requireAttribute(Value attribute, boolean optional) {
    boolean fine =
        attribute instanceof Str
            || attribute instanceof Int
            || (optional && attribute instanceof Undefined);
    if (!fine) {
      throw new TemplateFault("an attribute is a string or an integer");
    }
  }

  private static Value string(Arguments arguments) {
    ListValue list = arguments.list(0);
    arguments.run().usage().useDeeply(list);
    return arguments.run().textOf(list);
  }

  private static Value map(Arguments arguments) {
    arguments.requireAtLeast(2);
    ListValue list = arguments.list(0);
    if (!(arguments.at(1) instanceof KeywordArgument)) {
      throw new TemplateFault("map with a filter is not supported");
    }
    Value attribute = arguments.keywordOr("attribute", 1);
    requireAttribute(attribute, false);
    Value otherwise = arguments.keyword("default");
    List<Value> mapped = new ArrayList<>();
    for (Value item : list.asList()) {
      if (attribute instanceof Int index) {
        mapped.add(
            item instanceof ListValue inner ? inner.at(index.asLong(), otherwise) : otherwise);
      } else {
        mapped.add(item instanceof Dict dict ? dict.at(attribute, otherwise) : otherwise);
      }
    }
    arguments.run().work(mapped.size());
    return list.alike(mapped);
  }

  private static Value append(Arguments arguments) {
    arguments.requireAtLeast(2);
    arguments.list(0).add(arguments.at(1));
    return arguments.at(0);
  }

  private static Value pop(Arguments arguments) {
    arguments.require(1, 2);
    ListValue list = arguments.list(0);
    arguments.run().work(list.asList().size());
    return list.remove(arguments.count() == 2 ? arguments.at(1).asLong() : -1);
  }

  private static Value sort(Arguments arguments) {
    arguments.require(1, 4);
    ListValue list = arguments.list(0);
    Value attribute = arguments.keywordOr("attribute", 3);
    Comparison before =
        arguments.keywordOr("reverse", 1).isTrue() ? Comparison.GREATER : Comparison.LESS;
    List<Value> items = copy(arguments);
    Introsort.sort(
        items,
        (a, b) -> {
          Value key = sortKey(a, attribute);
          arguments.run().work(1);
          arguments.run().workOnComparison(key);
          return before.holds(key, sortKey(b, attribute));
        });
    return list.alike(items);
  }

  private static Value sortKey(Value item, Value attribute) {
    return switch (attribute) {
      case Undefined _ -> item;
      case Int index when item instanceof ListValue list -> list.at(index.asLong());
      case Int _ -> throw new TemplateFault("sort finds no attribute in " + item.typeName());
      default -> {
        if (!(item instanceof Dict dict)) {
          throw new TemplateFault("sort finds no attribute in " + item.typeName());
        }
        yield dict.at(attribute);
      }
    };
  }

  private static Value reverse(Arguments arguments) {
    List<Value> items = copy(arguments);
    Collections.reverse(items);
    return arguments.list(0).alike(items);
  }

  private static Value extreme(Arguments arguments, Comparison better) {
    arguments.require(1, 4);
    if (!(arguments.keywordOr("attribute", 2) instanceof Undefined)) {
      throw new TemplateFault(arguments.function() + " with an attribute is not supported");
    }
    List<Value> items = arguments.list(0).asList();
    arguments.run().work(items.size());
    if (items.isEmpty()) {
      return new Undefined();
    }
    Value best = items.getFirst();
    for (Value item : items.subList(1, items.size())) {
      arguments.run().workOnComparison(item);
      best = better.holds(item, best) ? item : best;
    }
    return best;
  }
}
