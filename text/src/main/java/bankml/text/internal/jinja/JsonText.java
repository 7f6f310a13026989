// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.Iterator;

/**
 * Values as JSON, as the {@code tojson} filter writes them ({@code common/jinja/value.cpp}, {@code
 * value_to_json}). Reals have six digits; what JSON has no word for is null.
 */
final class JsonText {
  /**
   * @param indent spaces a level; below 0 all on one line
   */
  record Layout(int indent, String itemSeparator, String keySeparator) {
    static final Layout COMPACT = new Layout(-1, ", ", ": ");

    String newline() {
      return indent >= 0 ? "\n" : "";
    }
  }

  private static final int MAX_DEPTH = 200;

  private final Layout layout;
  private final StringBuilder out = new StringBuilder();

  private JsonText(Layout layout) {
    this.layout = layout;
  }

  static String write(Value value, Layout layout) {
    JsonText json = new JsonText(layout);
    json.append(value, 0);
    return json.out.toString();
  }

  /** Returns {@code json}, whose separators are ASCII, with each character outside escaped. */
  static String toAscii(String json) {
    StringBuilder out = new StringBuilder();
    ByteText.decode(json)
        .chars()
        .forEach(c -> {
          if (c < 0x80) {
            out.append((char) c);
          } else {
            JsonString.appendEscape(c, out);
          }
        });
    return out.toString();
  }

  private void append(Value value, int level) {
    if (level > MAX_DEPTH) {
      throw TemplateFault.bound("values are nested deeper than " + MAX_DEPTH);
    }
    switch (value) {
      case Bool bool -> append(bool.isTrue() ? "true" : "false");
      case Int number -> append(Long.toString(number.asLong()));
      case Real number -> append(NumberText.general(number.asDouble()));
      case Str str -> JsonString.append(str.text(), out);
      case ListValue list -> append(list, level);
      case Dict dict -> append(dict, level);
      case None _, Undefined _, Function _, KeywordArgument _ -> append("null");
    }
  }

  private void append(ListValue list, int level) {
    append("[");
    if (list.isTrue()) {
      append(layout.newline());
      for (Iterator<Value> items = list.asList().iterator(); items.hasNext(); ) {
        indent(level + 1);
        append(items.next(), level + 1);
        append(items.hasNext() ? layout.itemSeparator() : "");
        append(layout.newline());
      }
      indent(level);
    }
    append("]");
  }

  private void append(Dict dict, int level) {
    append("{");
    if (dict.isTrue()) {
      append(layout.newline());
      for (Iterator<Dict.Entry> entries = dict.entries().iterator(); entries.hasNext(); ) {
        Dict.Entry entry = entries.next();
        indent(level + 1);
        JsonString.append(entry.key().asText().text(), out);
        append(layout.keySeparator());
        append(entry.value(), level + 1);
        append(entries.hasNext() ? layout.itemSeparator() : "");
        append(layout.newline());
      }
      indent(level);
    }
    append("}");
  }

  private void indent(int level) {
    if (layout.indent() > 0) {
      append(Repeat.spaces((long) level * layout.indent()));
    }
  }

  private void append(String text) {
    if ((long) out.length() + text.length() > Str.MAX_LENGTH) {
      throw TemplateFault.bound("a text is longer than " + Str.MAX_LENGTH + " bytes");
    }
    out.append(text);
  }
}
