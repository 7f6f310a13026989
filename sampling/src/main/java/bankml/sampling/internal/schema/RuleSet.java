// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import java.util.Map;
import java.util.TreeMap;

/** The rules of a grammar while it is written, by their names in the order of bytes. */
final class RuleSet {
  private Map<String, String> rules = new TreeMap<>();

  RuleSet() {
    rules.put("space", "| \" \" | \"\\n\"{1,2} [ \\t]{0,20}");
  }

  /** Returns {@code name} with a dash for whatever cannot be in a rule's name. */
  static String escaped(String name) {
    return name.replaceAll("[^a-zA-Z0-9-]+", "-");
  }

  boolean has(String name) {
    return rules.containsKey(name);
  }

  /** Adds a rule and returns its name: a number is added where another rule has it. */
  String add(String name, String rule) {
    String escaped = escaped(name);
    String key = escaped;
    for (int i = 0; !rules.getOrDefault(key, rule).equals(rule); i++) {
      key = escaped + i;
    }
    rules.put(key, rule);
    return key;
  }

  /** Adds a primitive under its own name, and those it is made of. */
  String addPrimitive(String primitive) {
    return addPrimitive(primitive, primitive);
  }

  /** Adds a primitive under another name, and those it is made of. */
  String addPrimitive(String name, String primitive) {
    Primitives.Rule rule = Primitives.of(primitive);
    String added = add(name, rule.text());
    for (String part : rule.parts()) {
      if (!has(part)) {
        addPrimitive(part);
      }
    }
    return added;
  }

  /** Returns the rules as they are now. */
  Map<String, String> snapshot() {
    return new TreeMap<>(rules);
  }

  /** Takes the rules of a {@link #snapshot} for its own. */
  void restore(Map<String, String> snapshot) {
    rules = snapshot;
  }

  /** Returns all rules as GBNF. */
  String text() {
    StringBuilder text = new StringBuilder();
    rules.forEach((name, rule) -> text.append(name).append(" ::= ").append(rule).append('\n'));
    return text.toString();
  }
}
