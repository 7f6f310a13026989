// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JSON schema at random, now and then a faulty one. */
final class AnySchema {
  private static final String[] NAMES = {
    "a",
    "ab",
    "b c",
    "b-c",
    "root",
    "string",
    "é",
    "日本",
    "x\\\"y",
    "",
    "*",
    "value-kv",
    "-",
    "Größe"
  };
  private static final String[] VALUES = {
    "1",
    "-7",
    "1.0",
    "2.50",
    "1e30",
    "1e-9",
    "0.1",
    "-0.0",
    "12345678901234567890",
    "true",
    "null",
    "\"text\"",
    "\"li\\nne\"",
    "\"q\\\"\\\\\"",
    "\"é\\u0001\"",
    "[1,\"a\",{}]",
    "{\"k\":[]}",
    "[]"
  };
  private static final String[] COUNTS = {
    "0", "1", "2", "5", "30", "0", "1", "3", "-1", "\"2\"", "1.5"
  };
  private static final String[] BOUNDS = {
    "0", "1", "9", "10", "11", "99", "100", "345", "1000", "987654", "-1", "-9", "-10", "-15",
    "-345", "-99999", "3.5", "-3.5", "1e3", "\"1\""
  };
  private static final String[] PATTERNS = {
    "^a$",
    "^abc*$",
    "^(a|b)+c?$",
    "^[a-z0-9_]{2,5}$",
    "^a{3}b{2,}c{,4}$",
    "^\\\\d+$",
    "^[^\\\\]x]*$",
    "^a.b$",
    "^\\\\.\\\\*$",
    "abc",
    "^(ab$",
    "^ab)$",
    "^a**$",
    "^*a$",
    "^(?:x|y)z$",
    "^(?=x)$",
    "^é+$",
    "^\\\"q\\\"$",
    "^a{2,3}{2}$",
    "^[a$",
    "^a{x}$",
    "^}$",
    "^a|b|$",
    "^(((x)))*y$",
    "^\\\\u0041+$",
    "^a^b$",
    "^ab{2}cd{3}$",
    "^(ab){1,2}(ab){3}$",
    "^x\\\\$",
    "^$",
    "^-?[0-9]+(\\\\.[0-9]+)?$"
  };
  private static final String[] TYPES = {
    "object", "string", "array", "integer", "number", "boolean", "null", "thing"
  };
  private static final String[] FORMATS = {
    "date", "time", "date-time", "uuid", "uuid4", "uuid9", "email"
  };
  private static final String[] REFS = {
    "#/$defs/one", "#/$defs/two", "#/$defs/self", "#/properties/a", "#/$defs/none", "other#/x", "#"
  };
  private static final int MOST_DEPTH = 4;

  private final Random random;

  AnySchema(long seed) {
    random = new Random(seed);
  }

  /** Returns the schema as JSON. */
  String text() {
    String schema = schema(0);
    if (random.nextInt(3) > 0 || !schema.endsWith("}")) {
      return schema;
    }
    String definitions =
        "\"$defs\":{\"one\":"
            + schema(2)
            + ",\"two\":"
            + schema(2)
            + ",\"self\":{\"properties\":{\"again\":{\"$ref\":\"#/$defs/self\"}}}}";
    return schema.equals("{}")
        ? "{" + definitions + "}"
        : schema.substring(0, schema.length() - 1) + "," + definitions + "}";
  }

  private String schema(int depth) {
    int kind = random.nextInt(depth < MOST_DEPTH ? 16 : 10);
    return switch (kind) {
      case 0 -> "{\"type\":\"" + pick(TYPES) + "\"}";
      case 1, 2 ->
          object(
              "\"type\":\"integer\"",
              bound("minimum"),
              bound("maximum"),
              bound("exclusiveMinimum"),
              bound("exclusiveMaximum"));
      case 3, 4 ->
          object(
              random.nextBoolean() ? "\"type\":\"string\"" : "",
              maybe(3, () -> "\"pattern\":\"" + pick(PATTERNS) + "\""),
              maybe(5, () -> "\"format\":\"" + pick(FORMATS) + "\""),
              maybe(3, () -> "\"minLength\":" + pick(COUNTS)),
              maybe(3, () -> "\"maxLength\":" + pick(COUNTS)));
      case 5 -> "{\"const\":" + pick(VALUES) + "}";
      case 6 -> "{\"enum\":[" + list(1 + random.nextInt(4), () -> pick(VALUES)) + "]}";
      case 7 -> "{\"$ref\":\"" + pick(REFS) + "\"}";
      case 8 -> random.nextInt(8) == 0 ? pick(VALUES) : "{}";
      case 9 -> "{\"type\":[" + list(1 + random.nextInt(3), () -> "\"" + pick(TYPES) + "\"") + "]}";
      case 10 -> alternatives(depth);
      case 11 ->
          object(
              random.nextBoolean() ? "\"type\":\"array\"" : "",
              "\"items\":" + schema(depth + 1),
              maybe(2, () -> "\"minItems\":" + pick(COUNTS)),
              maybe(2, () -> "\"maxItems\":" + pick(COUNTS)));
      case 12 -> "{\"prefixItems\":[" + list(random.nextInt(4), () -> schema(depth + 1)) + "]}";
      default -> fields(depth);
    };
  }

  private String alternatives(int depth) {
    String key = pick("oneOf", "anyOf", "allOf");
    return "{\"" + key + "\":[" + list(random.nextInt(4), () -> schema(depth + 1)) + "]}";
  }

  private String fields(int depth) {
    String properties =
        Stream.of(NAMES)
            .filter(name -> random.nextInt(4) == 0)
            .map(name -> "\"" + name + "\":" + schema(depth + 1))
            .collect(Collectors.joining(","));
    return object(
        random.nextBoolean() ? "\"type\":\"object\"" : "",
        "\"properties\":{" + properties + "}",
        maybe(
            2,
            () ->
                "\"required\":[" + list(random.nextInt(5), () -> "\"" + pick(NAMES) + "\"") + "]"),
        maybe(
            2,
            () ->
                "\"additionalProperties\":"
                    + (random.nextBoolean() ? pick("true", "false") : schema(depth + 1))));
  }

  private String bound(String key) {
    return maybe(3, () -> "\"" + key + "\":" + pick(BOUNDS));
  }

  private String maybe(int oneIn, Supplier<String> text) {
    return random.nextInt(oneIn) == 0 ? text.get() : "";
  }

  private static String object(String... members) {
    return Stream.of(members).filter(m -> !m.isEmpty()).collect(Collectors.joining(",", "{", "}"));
  }

  private static String list(int count, Supplier<String> item) {
    return Stream.generate(item).limit(count).collect(Collectors.joining(","));
  }

  private String pick(String... of) {
    return of[random.nextInt(of.length)];
  }
}
