// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.sampling.internal.schema.SchemaGrammar;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** JSON schemas as grammars. */
public final class JsonSchema {
  private JsonSchema() {}

  /**
   * Returns the grammar of {@code schema} in GBNF, the same text as the reference's {@code
   * json_schema_to_grammar}; an empty schema means any object, as in llama-server's {@code
   * json_schema}.
   *
   * @throws bankml.gguf.Refusal where the schema is faulty, in the reference's words
   */
  public static String grammar(JsonNode schema) {
    boolean isEmpty = schema.isObject() && schema.isEmpty();
    return SchemaGrammar.of(
        isEmpty ? JsonNodeFactory.instance.objectNode().put("type", "object") : schema);
  }
}
