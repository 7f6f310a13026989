// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.List;

/**
 * Lists, tuples and dictionaries as text, within bounds: a list that was put into itself has no
 * end, and shared lists print far longer than they are.
 */
final class Printing {
  private static final int MAX_DEPTH = 200;

  private final StringBuilder out = new StringBuilder();

  private Printing() {}

  /** Returns {@code value}'s text as it stands inside of a list. */
  static String of(Value value) {
    Printing printing = new Printing();
    printing.append(value, 0);
    return printing.out.toString();
  }

  private void append(Value value, int depth) {
    if (depth > MAX_DEPTH) {
      throw TemplateFault.bound("values are nested deeper than " + MAX_DEPTH);
    }
    switch (value) {
      case Str str ->
          append(
              str.text().indexOf('\'') >= 0
                  ? JsonText.write(str, JsonText.Layout.COMPACT)
                  : "'" + str.text() + "'");
      case ListValue list -> append(list, depth);
      case Dict dict -> append(dict, depth);
      case Undefined undefined -> append(undefined.typeName());
      case Int _, Real _, Bool _, None _ -> append(value.asText().text());
      case Function _, KeywordArgument _ ->
          throw new TemplateFault("a function inside of a list or dictionary has no text");
    }
  }

  private void append(ListValue list, int depth) {
    List<Value> items = list.asList();
    append(list.isTuple() ? "(" : "[");
    for (int i = 0; i < items.size(); i++) {
      append(i > 0 ? ", " : "");
      append(items.get(i), depth + 1);
    }
    append(list.isTuple() && items.size() == 1 ? "," : "");
    append(list.isTuple() ? ")" : "]");
  }

  private void append(Dict dict, int depth) {
    append("{");
    boolean first = true;
    for (Dict.Entry entry : dict.entries()) {
      append(first ? "" : ", ");
      append(entry.key(), depth + 1);
      append(": ");
      append(entry.value(), depth + 1);
      first = false;
    }
    append("}");
  }

  private void append(String text) {
    if ((long) out.length() + text.length() > Str.MAX_LENGTH) {
      throw TemplateFault.bound("a text is longer than " + Str.MAX_LENGTH + " bytes");
    }
    out.append(text);
  }
}
