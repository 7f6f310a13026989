// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as the commands print it: one line. */
final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  /** Returns an empty object. */
  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Reads one JSON value in UTF-8. */
  static JsonNode read(byte[] bytes) {
    return MAPPER.readTree(bytes);
  }

  /** Returns {@code node} as text. */
  static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }
}
