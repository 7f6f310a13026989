// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.List;

/**
 * The {@code tojson} filter with its arguments ({@code common/jinja/value.cpp}, {@code tojson}).
 */
final class ToJson {
  private ToJson() {}

  static Value call(Arguments arguments) {
    arguments.require(1, 5);
    Value ascii = arguments.keywordOr("ensure_ascii", 1);
    Value indentation = arguments.keywordOr("indent", 2);
    Value separators = arguments.keywordOr("separators", 3);
    Value sorted = arguments.keywordOr("sort_keys", 4);
    Value value = arguments.at(0);
    arguments.run().usage().useDeeply(value);
    int indent = indentation instanceof Int whole ? (int) whole.asLong() : -1;
    if (sorted.isTrue()) {
      throw new TemplateFault("tojson with sort_keys is not supported");
    }
    boolean toAscii = ascii.isTrue();
    List<Value> given = separators instanceof ListValue list ? list.asList() : List.of();
    String item = !given.isEmpty() ? given.get(0).asText().text() : indent < 0 ? ", " : ",";
    String key = given.size() > 1 ? given.get(1).asText().text() : ": ";
    if (toAscii && !(isPlain(item) && isPlain(key))) {
      throw new TemplateFault("tojson cannot escape separators that are not plain");
    }
    String json = JsonText.write(value, new JsonText.Layout(indent, item, key));
    arguments.run().workOnPrinting(json.length());
    return Str.of(toAscii ? JsonText.toAscii(json) : json);
  }

  private static boolean isPlain(String separator) {
    return separator.chars().allMatch(c -> c < 0x80 && c != '"');
  }
}
