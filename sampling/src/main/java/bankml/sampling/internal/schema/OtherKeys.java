// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

/**
 * JSON strings that are none of some as GBNF ({@code _not_strings} in the reference's {@code
 * common/json-schema-to-grammar.cpp}): a tree of the strings' characters.
 */
final class OtherKeys {
  private final TreeMap<Integer, OtherKeys> children = new TreeMap<>();
  private boolean ends;

  private OtherKeys() {}

  /**
   * Returns a rule of all strings but {@code keys}.
   *
   * @param keys a character for each byte
   * @param character the rule of one character
   */
  static String than(List<String> keys, String character) {
    OtherKeys root = new OtherKeys();
    for (String key : keys) {
      byte[] bytes = key.getBytes(StandardCharsets.ISO_8859_1);
      OtherKeys node = root;
      for (int c : new String(bytes, StandardCharsets.UTF_8).codePoints().toArray()) {
        node = node.children.computeIfAbsent(c, unseen -> new OtherKeys());
      }
      node.ends = true;
    }
    StringBuilder out = new StringBuilder("[\"] ( ");
    root.write(out, character);
    return out.append(root.ends ? " )" : " )?").append(" [\"]").toString();
  }

  private void write(StringBuilder out, String character) {
    StringBuilder rejected = new StringBuilder();
    children.forEach((c, child) -> {
      String spelled = SchemaGrammar.bytes(Character.toString(c));
      out.append(rejected.isEmpty() ? "" : " | ").append("[").append(spelled).append("]");
      rejected.append(spelled);
      if (child.children.isEmpty()) {
        out.append(" ").append(character).append("+");
      } else {
        out.append(" (");
        child.write(out, character);
        out.append(")");
      }
    });
    if (!children.isEmpty()) {
      out.append(" | [^\"").append(rejected).append("] ").append(character).append("*");
    }
  }
}
