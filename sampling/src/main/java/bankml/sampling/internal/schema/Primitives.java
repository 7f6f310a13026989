// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import java.util.List;
import java.util.Map;

/**
 * The rules that schemas are made of ({@code PRIMITIVE_RULES} and {@code STRING_FORMAT_RULES} in
 * the reference's {@code common/json-schema-to-grammar.cpp}).
 */
final class Primitives {
  /** A rule and the primitives it refers to, in the order in which they are added. */
  record Rule(String text, List<String> parts) {
    static Rule of(String text, String... parts) {
      return new Rule(text, List.of(parts));
    }
  }

  private static final Map<String, Rule> RULES =
      Map.ofEntries(
          Map.entry("boolean", Rule.of("(\"true\" | \"false\")")),
          Map.entry("decimal-part", Rule.of("[0-9]{1,16}")),
          Map.entry("integral-part", Rule.of("[0] | [1-9] [0-9]{0,15}")),
          Map.entry(
              "number",
              Rule.of(
                  "(\"-\"? integral-part) (\".\" decimal-part)? ([eE] [-+]? integral-part)?",
                  "integral-part",
                  "decimal-part")),
          Map.entry("integer", Rule.of("(\"-\"? integral-part)", "integral-part")),
          Map.entry(
              "value",
              Rule.of(
                  "object | array | string | number | boolean | null",
                  "object",
                  "array",
                  "string",
                  "number",
                  "boolean",
                  "null")),
          Map.entry(
              "object",
              Rule.of(
                  "\"{\" space ( string \":\" space value (\",\" space string \":\" space value)* )?"
                      + " space \"}\"",
                  "string",
                  "value")),
          Map.entry(
              "array", Rule.of("\"[\" space ( value (\",\" space value)* )? space \"]\"", "value")),
          Map.entry(
              "uuid",
              Rule.of(
                  "\"\\\"\" [0-9a-fA-F]{8} \"-\" [0-9a-fA-F]{4} \"-\" [0-9a-fA-F]{4} \"-\""
                      + " [0-9a-fA-F]{4} \"-\" [0-9a-fA-F]{12} \"\\\"\"")),
          Map.entry(
              "char",
              Rule.of("[^\"\\\\\\x7F\\x00-\\x1F] | [\\\\] ([\"\\\\bfnrt] | \"u\" [0-9a-fA-F]{4})")),
          Map.entry("string", Rule.of("\"\\\"\" char* \"\\\"\"", "char")),
          Map.entry("null", Rule.of("\"null\"")),
          Map.entry(
              "date",
              Rule.of(
                  "[0-9]{4} \"-\" ( \"0\" [1-9] | \"1\" [0-2] ) \"-\""
                      + " ( \"0\" [1-9] | [1-2] [0-9] | \"3\" [0-1] )")),
          Map.entry(
              "time",
              Rule.of(
                  "([01] [0-9] | \"2\" [0-3]) \":\" [0-5] [0-9] \":\" [0-5] [0-9]"
                      + " ( \".\" [0-9]{3} )? ( \"Z\" | ( \"+\" | \"-\" )"
                      + " ( [01] [0-9] | \"2\" [0-3] ) \":\" [0-5] [0-9] )")),
          Map.entry("date-time", Rule.of("date \"T\" time", "date", "time")),
          Map.entry("date-string", Rule.of("\"\\\"\" date \"\\\"\"", "date")),
          Map.entry("time-string", Rule.of("\"\\\"\" time \"\\\"\"", "time")),
          Map.entry("date-time-string", Rule.of("\"\\\"\" date-time \"\\\"\"", "date-time")));

  private Primitives() {}

  /** Returns the rule of a primitive. */
  static Rule of(String name) {
    Rule rule = RULES.get(name);
    if (rule == null) {
      throw new IllegalArgumentException("no primitive is called " + name);
    }
    return rule;
  }

  /** Returns whether a rule may not be called so by a schema. */
  static boolean isReserved(String name) {
    return name.equals("root") || RULES.containsKey(name);
  }
}
