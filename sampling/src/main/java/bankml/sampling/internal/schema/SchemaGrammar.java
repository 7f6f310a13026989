// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import bankml.gguf.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Writes a JSON schema as a grammar in GBNF ({@code common_chat_schema_converter} in the
 * reference's {@code common/json-schema-to-grammar.cpp}): the same rules under the same names in
 * the same order, byte for byte. One schema.
 */
public final class SchemaGrammar {
  /** More properties than this in one object are refused: rules grow with their square. */
  private static final int MAX_PROPERTIES = 2000;

  private final Map<String, Schema> references;
  private final RuleSet rules = new RuleSet();
  private final Set<String> beingResolved = new HashSet<>();
  private final List<String> errors = new ArrayList<>();

  private SchemaGrammar(Map<String, Schema> references) {
    this.references = references;
  }

  /**
   * Returns the grammar of {@code schema}; an empty object is the schema of any object.
   *
   * @throws Refusal where the schema is faulty, in the reference's words
   */
  public static String of(JsonNode schema) {
    SchemaReader reader = new SchemaReader(schema);
    Schema root = reader.read();
    SchemaGrammar grammar = new SchemaGrammar(reader.references());
    grammar.visit(root, "");
    if (!grammar.errors.isEmpty()) {
      throw Refusal.refused(
          "JSON schema conversion failed:\n" + text(String.join("\n", grammar.errors)));
    }
    return text(grammar.rules.text());
  }

  /** Returns the bytes of UTF-8 as characters. */
  static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static String text(String bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new Refusal(
          Refusal.Kind.REFUSED,
          "JSON schema conversion failed:\na pattern takes a character outside of ASCII apart",
          e);
    }
  }

  private String visit(Schema schema, String name) {
    String rule = Primitives.isReserved(name) ? name + "-" : name.isEmpty() ? "root" : name;
    return switch (schema) {
      case Schema.Ref(String ref) -> rules.add(rule, resolve(ref));
      case Schema.AnyOf(List<Schema> children) -> rules.add(rule, union(name, children));
      case Schema.AllOf all -> allOf(all, name, rule);
      case Schema.Const(JsonNode value) -> rules.add(rule, JsonDump.literal(value));
      case Schema.Values(List<JsonNode> values) ->
          rules.add(
              rule,
              "(" + String.join(" | ", values.stream().map(JsonDump::literal).toList()) + ")");
      case Schema.Fields fields -> fields(fields, name, rule);
      case Schema.Tuple(List<Schema> items) -> rules.add(rule, tuple(items, prefix(name)));
      case Schema.Items items -> items(items, name, rule);
      case Schema.Text string -> string(string, rule);
      case Schema.Whole(long least, long most) ->
          least == Long.MIN_VALUE && most == Long.MAX_VALUE
              ? primitive(rule, "integer")
              : rules.add(rule, "(" + IntegerRange.of(least, most) + ")");
      case Schema.Simple(String type) -> primitive(rule, type);
      case Schema.Any() -> rules.add(rule, rules.addPrimitive("value"));
    };
  }

  private static String prefix(String name) {
    return name.isEmpty() ? "" : name + "-";
  }

  private String primitive(String rule, String type) {
    return rules.addPrimitive(rule.equals("root") ? "root" : type, type);
  }

  private String union(String name, List<Schema> children) {
    List<String> alternatives = new ArrayList<>();
    for (Schema child : children) {
      String separator = name.isEmpty() ? "alternative-" : "-";
      alternatives.add(visit(child, name + separator + alternatives.size()));
    }
    return String.join(" | ", alternatives);
  }

  private String resolve(String ref) {
    String fragment = bytes(ref.substring(ref.indexOf('#') + 1));
    String name = "ref" + RuleSet.escaped(fragment);
    if (!rules.has(name) && beingResolved.add(ref)) {
      String visited = visit(target(ref), name);
      beingResolved.remove(ref);
      return visited;
    }
    return name;
  }

  private Schema target(String ref) {
    Schema target = references.get(ref);
    if (target == null) {
      throw new IllegalStateException(ref + " was read");
    }
    return target;
  }

  private String fields(Schema.Fields fields, String name, String rule) {
    boolean anyMore = fields.additional().filter(Schema.Any.class::isInstance).isPresent();
    if (fields.properties().isEmpty() && anyMore) {
      return rules.add(rule, rules.addPrimitive("object"));
    }
    Set<String> required = new HashSet<>();
    List<Schema.Property> properties = new ArrayList<>();
    for (Schema.Property property : fields.properties()) {
      properties.add(property);
      if (property.required()) {
        required.add(property.name());
      }
    }
    return rules.add(rule, object(properties, required, name, fields.additional()));
  }

  private String tuple(List<Schema> items, String prefix) {
    List<String> names = new ArrayList<>();
    for (Schema item : items) {
      names.add(visit(item, prefix + "tuple-" + names.size()));
    }
    return "\"[\" space " + String.join(" \",\" space ", names) + " space \"]\"";
  }

  private String items(Schema.Items items, String name, String rule) {
    if (items.items() instanceof Schema.Any && items.minItems() == 0 && items.maxItems() < 0) {
      return primitive(rule, "array");
    }
    String item = visit(items.items(), prefix(name) + "item");
    int most = items.maxItems() < 0 ? Integer.MAX_VALUE : items.maxItems();
    String list = Repetition.of(item, items.minItems(), most, "\",\" space");
    return rules.add(rule, "\"[\" space " + list + " space \"]\"");
  }

  private String string(Schema.Text string, String rule) {
    if (!string.pattern().isEmpty()) {
      return pattern(bytes(string.pattern()), rule);
    }
    switch (string.format()) {
      case UUID -> {
        return primitive(rule, "uuid");
      }
      case DATE -> {
        return rules.add(rule, rules.addPrimitive("date-string"));
      }
      case TIME -> {
        return rules.add(rule, rules.addPrimitive("time-string"));
      }
      case DATE_TIME -> {
        return rules.add(rule, rules.addPrimitive("date-time-string"));
      }
      case NONE -> {}
    }
    if (string.minLength() > 0 || string.maxLength() >= 0) {
      String character = rules.addPrimitive("char");
      int most = string.maxLength() < 0 ? Integer.MAX_VALUE : string.maxLength();
      String characters = Repetition.of(character, string.minLength(), most, "");
      return rules.add(rule, "\"\\\"\" " + characters + " \"\\\"\"");
    }
    return primitive(rule, "string");
  }

  private String pattern(String pattern, String rule) {
    Map<String, String> before = rules.snapshot();
    try {
      return new PatternRule(pattern, rule, rules).add();
    } catch (PatternRule.Unsupported e) {
      rules.restore(before);
      return rules.add(rule, rules.addPrimitive("string"));
    } catch (PatternRule.Invalid e) {
      rules.restore(before);
      errors.add("Invalid pattern " + pattern + ": " + e.getMessage());
      return "";
    }
  }

  /** Properties of all parts together; of lists of values those that are in every part. */
  private String allOf(Schema.AllOf all, String name, String rule) {
    Parts parts = new Parts();
    for (Schema child : all.children()) {
      if (child instanceof Schema.AnyOf(List<Schema> alternatives)) {
        alternatives.forEach(alternative -> parts.add(alternative, false));
      } else {
        parts.add(child, true);
      }
    }
    List<String> common = new ArrayList<>();
    parts.values.forEach((value, count) -> {
      if (count == all.children().size()) {
        common.add(value);
      }
    });
    return common.isEmpty()
        ? rules.add(rule, object(parts.properties, parts.required, name, Optional.empty()))
        : rules.add(rule, "(" + String.join(" | ", common) + ")");
  }

  private final class Parts {
    final List<Schema.Property> properties = new ArrayList<>();
    final Set<String> required = new HashSet<>();
    final Map<String, Integer> values = new TreeMap<>();
    private final Set<String> within = new HashSet<>();

    void add(Schema part, boolean isRequired) {
      switch (part) {
        case Schema.Ref(String ref) -> {
          if (!within.add(ref)) {
            throw SchemaReader.failure(ref, "allOf refers to itself");
          }
          add(target(ref), isRequired);
          within.remove(ref);
        }
        case Schema.Fields fields -> {
          properties.addAll(fields.properties());
          if (isRequired) {
            fields.properties().forEach(property -> required.add(property.name()));
          }
        }
        case Schema.Values list ->
            list.values().forEach(value -> values.merge(JsonDump.literal(value), 1, Integer::sum));
        default -> {}
      }
    }
  }

  private String object(
      List<Schema.Property> properties,
      Set<String> required,
      String name,
      Optional<Schema> additional) {
    if (properties.size() > MAX_PROPERTIES) {
      throw SchemaReader.failure("#", "an object has more than " + MAX_PROPERTIES + " properties");
    }
    Map<String, String> pairs = new LinkedHashMap<>();
    List<String> needed = new ArrayList<>();
    List<String> optional = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Schema.Property property : properties) {
      String key = bytes(property.name());
      String value = visit(property.schema(), prefix(name) + key);
      String literal = JsonDump.keyLiteral(property.name());
      pairs.put(
          key, rules.add(prefix(name) + key + "-kv", literal + " space \":\" space " + value));
      (required.contains(property.name()) ? needed : optional).add(key);
      names.add(key);
    }
    if (additional.isPresent()) {
      pairs.put("*", additionalPair(additional.get(), names, prefix(name) + "additional"));
      optional.add("*");
    }
    if (needed.isEmpty() && optional.isEmpty()) {
      return "\"{\" space \"}\"";
    }
    StringBuilder rule = new StringBuilder("\"{\" space ");
    rule.append(
        String.join(" \",\" space ", needed.stream().map(key -> pair(pairs, key)).toList()));
    if (!optional.isEmpty()) {
      rule.append(needed.isEmpty() ? " (" : " ( \",\" space ( ");
      rule.append(String.join(" | ", optionals(optional, pairs, prefix(name))));
      rule.append(needed.isEmpty() ? " )?" : " ) )?");
    }
    return rule.append(" space \"}\"").toString();
  }

  private String additionalPair(Schema additional, List<String> names, String name) {
    String value =
        additional instanceof Schema.Any
            ? rules.addPrimitive("value")
            : visit(additional, name + "-value");
    String key =
        names.isEmpty()
            ? rules.addPrimitive("string")
            : rules.add(name + "-k", OtherKeys.than(names, rules.addPrimitive("char")));
    return rules.add(name + "-kv", key + " \":\" space " + value);
  }

  /** For each optional property: it first, then those after it, each of them or not. */
  private List<String> optionals(List<String> keys, Map<String, String> pairs, String prefix) {
    List<String> rests = new ArrayList<>();
    String rest = "";
    for (int i = keys.size() - 1; i >= 0; i--) {
      rests.addFirst(rest);
      String key = keys.get(i);
      String again = "( \",\" space " + pair(pairs, key) + " )";
      String optional = again + (key.equals("*") ? "*" : "?") + rest;
      if (i > 0) {
        rest = " " + rules.add(prefix + keys.get(i - 1) + "-rest", optional);
      }
    }
    List<String> alternatives = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      String key = keys.get(i);
      String pair = pair(pairs, key);
      String more = key.equals("*") ? " ( \",\" space " + pair + " )*" : "";
      alternatives.add(pair + more + rests.get(i));
    }
    return alternatives;
  }

  private static String pair(Map<String, String> pairs, String key) {
    return pairs.getOrDefault(key, "");
  }
}
