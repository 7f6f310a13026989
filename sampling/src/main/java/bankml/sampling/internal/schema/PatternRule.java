// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A regular expression, from {@code ^} to {@code $}, as the rule of a JSON string ({@code
 * _pattern_to_rule} in the reference's {@code common/json-schema-to-grammar.cpp}). One pattern.
 */
final class PatternRule {
  /** A regular expression that no grammar can be made of. */
  static final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unsupported(String message) {
      super(message);
    }
  }

  /** What is no regular expression. */
  static final class Invalid extends RuntimeException {
    private static final long serialVersionUID = 1;

    Invalid(String message) {
      super(message);
    }
  }

  private static final int MAX_DEPTH = 100;
  private static final String NO_LITERAL = "|.()[]{}*+?^$";
  private static final String ESCAPED_LITERAL = "^$.[]()|{}*+?";

  /** A part of a sequence: literal text, or GBNF. */
  private record Part(String text, boolean isLiteral) {
    String rule() {
      return isLiteral ? "\"" + text + "\"" : text;
    }
  }

  private final String pattern;
  private final String name;
  private final RuleSet rules;
  private final Map<String, String> repeated = new HashMap<>();
  private int at;
  private int depth;

  /**
   * Reads a pattern.
   *
   * @param pattern a character for each byte
   */
  PatternRule(String pattern, String name, RuleSet rules) {
    if (pattern.length() < 2 || !pattern.startsWith("^") || !pattern.endsWith("$")) {
      throw new Unsupported("not anchored with '^' and '$'");
    }
    this.pattern = pattern.substring(1, pattern.length() - 1);
    this.name = name;
    this.rules = rules;
  }

  /** Adds the rule and returns its name. */
  String add() {
    String rule = sequence();
    if (depth != 0) {
      throw new Invalid("unbalanced parentheses");
    }
    return rules.add(name, "\"\\\"\" (" + rule + ") \"\\\"\"");
  }

  private String sequence() {
    List<Part> parts = new ArrayList<>();
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      switch (c) {
        case '.' -> {
          at++;
          parts.add(new Part(rules.add("dot", "[^\\x0A\\x0D]"), false));
        }
        case '(' -> parts.add(group());
        case ')' -> {
          at++;
          if (depth == 0) {
            throw new Invalid("unbalanced parentheses");
          }
          depth--;
          return join(parts);
        }
        case '^', '$' -> throw new Unsupported("anchor inside the pattern");
        case '[' -> parts.add(set());
        case '|' -> {
          at++;
          parts.add(new Part("|", false));
        }
        case '*', '+', '?' -> {
          at++;
          parts.add(new Part(last(parts).rule() + c, false));
        }
        case '{' -> parts.add(braces(parts));
        default -> parts.add(literal());
      }
    }
    return join(parts);
  }

  private Part group() {
    at++;
    if (peek(0) == '?') {
      if (peek(1) != ':') {
        throw new Unsupported("unsupported group syntax");
      }
      at += 2;
    }
    if (++depth > MAX_DEPTH) {
      throw new Unsupported("pattern nesting too deep");
    }
    return new Part("(" + sequence() + ")", false);
  }

  private Part set() {
    int begin = at++;
    while (at < pattern.length() && pattern.charAt(at) != ']') {
      at += pattern.charAt(at) == '\\' ? escape("unsupported escape in character class: ") : 1;
    }
    if (at >= pattern.length()) {
      throw new Invalid("unterminated character class");
    }
    at++;
    return new Part(pattern.substring(begin, at), false);
  }

  private static Part last(List<Part> parts) {
    if (parts.isEmpty()) {
      throw new Invalid("nothing to repeat");
    }
    return parts.removeLast();
  }

  private Part braces(List<Part> parts) {
    int end = pattern.indexOf('}', at);
    if (end < 0) {
      throw new Unsupported("unterminated curly brackets");
    }
    String[] numbers = pattern.substring(at + 1, end).split(",", -1);
    at = end + 1;
    if (numbers.length > 2) {
      throw new Unsupported("wrong number of values in curly brackets");
    }
    int least = 0;
    int most = Integer.MAX_VALUE;
    if (numbers.length == 1) {
      least = number(numbers[0]);
      most = least;
    } else {
      least = numbers[0].isEmpty() ? least : number(numbers[0]);
      most = numbers[1].isEmpty() ? most : number(numbers[1]);
    }
    Part last = last(parts);
    String item = last.rule();
    if (!last.isLiteral()) {
      item = repeated.getOrDefault(last.text(), "");
      if (item.isEmpty()) {
        int others = repeated.containsKey(last.text()) ? repeated.size() : repeated.size() + 1;
        item = rules.add(name + "-" + others, last.text());
        repeated.put(last.text(), item);
      }
    }
    return new Part(Repetition.of(item, least, most, ""), false);
  }

  /** A number as C reads it: after spaces, as far as there are digits. */
  private static int number(String text) {
    String digits = text.replaceFirst("(?s)^[ \\t\\n\\u000b\\f\\r]*([+-]?[0-9]+).*$", "$1");
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new Unsupported("invalid number in curly brackets");
    }
  }

  private Part literal() {
    StringBuilder literal = new StringBuilder();
    char first = pattern.charAt(at);
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      if (c == '\\') {
        escaped(literal);
      } else if (c == '"') {
        literal.append("\\\"");
        at++;
      } else if (NO_LITERAL.indexOf(c) < 0 && (literal.isEmpty() || !isRepeated())) {
        literal.append(c);
        at++;
      } else {
        break;
      }
    }
    if (literal.isEmpty()) {
      throw new Unsupported("unsupported character: " + first);
    }
    return new Part(literal.toString(), true);
  }

  /** Whether what follows belongs to this character alone; a dot does not. */
  private boolean isRepeated() {
    int next = peek(1);
    return next >= 0 && next != '.' && NO_LITERAL.indexOf(next) >= 0;
  }

  private void escaped(StringBuilder literal) {
    if (at == pattern.length() - 1) {
      throw new Invalid("trailing backslash");
    }
    char next = pattern.charAt(at + 1);
    if (ESCAPED_LITERAL.indexOf(next) >= 0) {
      literal.append(next);
      at += 2;
    } else {
      int length = escape("unsupported escape: ");
      literal.append(pattern, at, at + length);
      at += length;
    }
  }

  /** The length of the escape here, which GBNF must know too. */
  private int escape(String otherwise) {
    int length =
        switch (peek(1)) {
          case 'x' -> 4;
          case 'u' -> 6;
          case 'U' -> 10;
          case 't', 'r', 'n', '\\', '"', '[', ']', '-' -> 2;
          default -> 0;
        };
    boolean known = length > 0 && at + length <= pattern.length();
    for (int i = at + 2; known && i < at + length; i++) {
      known = Character.digit(pattern.charAt(i), 16) >= 0 && pattern.charAt(i) < 0x80;
    }
    if (!known) {
      throw new Unsupported(otherwise + pattern.substring(at, Math.min(at + 2, pattern.length())));
    }
    return length;
  }

  private int peek(int ahead) {
    return at + ahead < pattern.length() ? pattern.charAt(at + ahead) : -1;
  }

  /** Joins the parts of a sequence; literals next to each other become one. */
  private static String join(List<Part> parts) {
    List<String> joined = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (Part part : parts) {
      if (part.isLiteral()) {
        literal.append(part.text());
        continue;
      }
      if (!literal.isEmpty()) {
        joined.add("\"" + literal + "\"");
        literal.setLength(0);
      }
      joined.add(part.text());
    }
    if (!literal.isEmpty()) {
      joined.add("\"" + literal + "\"");
    }
    return String.join(" ", joined);
  }
}
