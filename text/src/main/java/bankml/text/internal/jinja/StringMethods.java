// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The methods of strings. All count bytes, and know no letters but ASCII's. */
final class StringMethods {
  static final Map<String, Function.Body> TABLE =
      Map.ofEntries(
          Map.entry("default", Methods::defaultValue),
          Map.entry("upper", arguments -> arguments.str(0).mapParts(StringMethods::upper)),
          Map.entry("lower", arguments -> arguments.str(0).mapParts(StringMethods::lower)),
          Map.entry("strip", arguments -> strip(arguments, true, true)),
          Map.entry("rstrip", arguments -> strip(arguments, false, true)),
          Map.entry("lstrip", arguments -> strip(arguments, true, false)),
          Map.entry("title", arguments -> arguments.str(0).mapParts(StringMethods::title)),
          Map.entry(
              "capitalize", arguments -> arguments.str(0).mapParts(StringMethods::capitalize)),
          Map.entry("length", arguments -> new Int(arguments.str(0).length())),
          Map.entry(
              "startswith",
              arguments -> {
                String text = arguments.str(0).text();
                return new Bool(text.startsWith(arguments.str(1).text()));
              }),
          Map.entry(
              "endswith",
              arguments -> {
                String text = arguments.str(0).text();
                return new Bool(text.endsWith(arguments.str(1).text()));
              }),
          Map.entry("split", StringMethods::split),
          Map.entry("rsplit", StringMethods::rsplit),
          Map.entry("replace", StringMethods::replace),
          Map.entry("format", StringMethods::format),
          Map.entry("int", StringMethods::toInt),
          Map.entry("float", StringMethods::toReal),
          Map.entry("string", arguments -> Str.ofParts(arguments.str(0).parts())),
          Map.entry("slice", StringMethods::slice),
          Map.entry("safe", arguments -> arguments.str(0)),
          Map.entry("tojson", ToJson::call),
          Map.entry("indent", StringMethods::indent));

  private StringMethods() {}

  private static String upper(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.chars().forEach(c -> out.append(ByteText.upper((char) c)));
    return out.toString();
  }

  private static String lower(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.chars().forEach(c -> out.append(ByteText.lower((char) c)));
    return out.toString();
  }

  private static String capitalize(String text) {
    return text.isEmpty() ? text : ByteText.upper(text.charAt(0)) + lower(text.substring(1));
  }

  private static String title(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean begins = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean space = ByteText.isSpace(c);
      out.append(space ? c : begins ? ByteText.upper(c) : ByteText.lower(c));
      begins = space;
    }
    return out.toString();
  }

  private static Value strip(Arguments arguments, boolean left, boolean right) {
    Str text = arguments.str(0);
    Value given = arguments.keywordOr("chars", 1);
    String characters =
        given instanceof Undefined ? " \t\n\u000B\f\r" : arguments.run().textOf(given).text();
    List<String> parts = new ArrayList<>(text.parts());
    while (left && !parts.isEmpty()) {
      String part = stripLeft(parts.getFirst(), characters);
      if (!part.isEmpty()) {
        parts.set(0, part);
        break;
      }
      parts.removeFirst();
    }
    while (right && !parts.isEmpty()) {
      String part = stripRight(parts.getLast(), characters);
      if (!part.isEmpty()) {
        parts.set(parts.size() - 1, part);
        break;
      }
      parts.removeLast();
    }
    return Str.ofParts(parts);
  }

  private static String stripLeft(String text, String characters) {
    int start = 0;
    while (start < text.length() && characters.indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    return text.substring(start);
  }

  private static String stripRight(String text, String characters) {
    int end = text.length();
    while (end > 0 && characters.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return text.substring(0, end);
  }

  private static Value split(Arguments arguments) {
    String text = arguments.str(0).text();
    String separator = separator(arguments);
    arguments.run().workOnSearch(text.length(), separator.length());
    long most = most(arguments);
    List<Value> pieces = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(separator);
        at >= 0 && most != 0;
        at = text.indexOf(separator, from)) {
      pieces.add(Str.of(text.substring(from, at)));
      from = at + separator.length();
      most--;
    }
    pieces.add(Str.of(text.substring(from)));
    arguments.run().work(pieces.size());
    return ListValue.list(pieces);
  }

  private static Value rsplit(Arguments arguments) {
    String text = arguments.str(0).text();
    String separator = separator(arguments);
    arguments.run().workOnSearch(text.length(), separator.length());
    long most = most(arguments);
    List<Value> pieces = new ArrayList<>();
    int end = text.length();
    while (most != 0) {
      int at = text.lastIndexOf(separator, end - separator.length());
      if (at < 0) {
        break;
      }
      pieces.add(Str.of(text.substring(at + separator.length(), end)));
      end = at;
      most--;
    }
    pieces.add(Str.of(text.substring(0, end)));
    arguments.run().work(pieces.size());
    return ListValue.list(new ArrayList<>(pieces.reversed()));
  }

  private static String separator(Arguments arguments) {
    arguments.require(1, 3);
    String separator = arguments.count() > 1 ? arguments.run().textOf(arguments.at(1)).text() : " ";
    if (separator.isEmpty()) {
      throw new TemplateFault("the separator is empty");
    }
    return separator;
  }

  private static long most(Arguments arguments) {
    return arguments.count() > 2 ? arguments.at(2).asLong() : -1;
  }

  private static Value replace(Arguments arguments) {
    arguments.requireAtLeast(3);
    String text = arguments.str(0).text();
    String old = arguments.str(1).text();
    String now = arguments.str(2).text();
    if (arguments.count() > 3 && arguments.at(3).asLong() > 0) {
      throw new TemplateFault("replace with a count is not supported");
    }
    long places = old.isEmpty() ? text.length() + 1L : text.length() / old.length();
    arguments.run().workOnSearch(text.length(), old.length());
    if (places * now.length() > Str.MAX_LENGTH) {
      throw TemplateFault.bound("replace makes a text longer than " + Str.MAX_LENGTH + " bytes");
    }
    String replaced = text.replace(old, now);
    arguments.run().workOnPrinting(replaced.length());
    return Str.of(replaced);
  }

  private static Value format(Arguments arguments) {
    String text = arguments.str(0).text();
    List<String> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    int next = 1;
    int i = 0;
    while (i < text.length()) {
      if (text.charAt(i) != '{') {
        literal.append(text.charAt(i++));
        continue;
      }
      if (!text.startsWith("{}", i)) {
        throw new TemplateFault("format knows only {} as a place");
      }
      i += 2;
      flush(literal, parts);
      Str part = arguments.run().textOf(arguments.at(next++));
      arguments.run().work(part.parts().size());
      parts.addAll(part.parts());
    }
    flush(literal, parts);
    return Str.ofParts(parts);
  }

  private static void flush(StringBuilder literal, List<String> parts) {
    if (!literal.isEmpty()) {
      parts.add(literal.toString());
      literal.setLength(0);
    }
  }

  private static Value toInt(Arguments arguments) {
    Value otherwise = arguments.keywordOr("default", 1);
    Value given = arguments.keywordOr("base", 2);
    int base = given instanceof Undefined ? 10 : (int) given.asLong();
    if (base != 0 && (base < Character.MIN_RADIX || base > Character.MAX_RADIX)) {
      throw new TemplateFault("int takes a base of 0 or 2 to 36 and got " + base);
    }
    OptionalLong number = NumberText.whole(arguments.str(0).text(), base);
    return new Int(number.orElseGet(() -> otherwise instanceof Undefined ? 0 : otherwise.asLong()));
  }

  private static Value toReal(Arguments arguments) {
    Value otherwise = arguments.keywordOr("default", 1);
    OptionalDouble number = NumberText.real(arguments.str(0).text());
    return new Real(
        number.orElseGet(() -> otherwise instanceof Undefined ? 0 : otherwise.asDouble()));
  }

  private static Value slice(Arguments arguments) {
    String text = arguments.str(0).text();
    StringBuilder out = new StringBuilder();
    Slicing.of(arguments).indices(text.length()).forEach(i -> out.append(text.charAt(i)));
    arguments.run().workOnPrinting(out.length());
    return Str.of(out.toString());
  }

  /** Lines that stay empty at the front are lost, as in the reference. */
  private static Value indent(Arguments arguments) {
    arguments.require(1, 4);
    String text = arguments.str(0).text();
    String indent =
        switch (arguments.keywordOr("width", 1)) {
          case Int width -> Repeat.spaces(width.asLong());
          case Str width -> width.text();
          default -> Repeat.spaces(4);
        };
    boolean first = arguments.keywordOr("first", 2).isTrue();
    boolean blank = arguments.keywordOr("blank", 3).isTrue();
    boolean endsWithNewline = text.endsWith("\n");
    String lines = endsWithNewline ? text.substring(0, text.length() - 1) : text;
    long most = (lines.chars().filter(c -> c == '\n').count() + 2) * indent.length();
    if (most + text.length() > Str.MAX_LENGTH) {
      throw TemplateFault.bound("indent makes a text longer than " + Str.MAX_LENGTH + " bytes");
    }
    arguments.run().workOnPrinting(most + text.length());
    StringBuilder out = new StringBuilder();
    for (String line : text.isEmpty() ? new String[0] : lines.split("\n", -1)) {
      boolean beginning = out.isEmpty();
      out.append(beginning ? "" : "\n");
      out.append((beginning ? first : !line.isEmpty() || blank) ? indent : "").append(line);
    }
    if (endsWithNewline) {
      out.append('\n').append(blank ? indent : "");
    }
    return Str.of(out.toString());
  }
}
