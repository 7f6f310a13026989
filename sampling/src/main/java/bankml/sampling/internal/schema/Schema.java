// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A JSON schema, as far as it shapes a grammar (the reference's {@code common/json-schema.h}). */
sealed interface Schema {
  /** Any value. */
  record Any() implements Schema {}

  /** The schema that {@code ref} names in the same document. */
  record Ref(String ref) implements Schema {}

  /** One of several. */
  record AnyOf(List<Schema> children) implements Schema {}

  /** All of several. */
  record AllOf(List<Schema> children) implements Schema {}

  /** One value. */
  record Const(JsonNode value) implements Schema {}

  /** One of several values. */
  record Values(List<JsonNode> values) implements Schema {}

  /** A type without any limits, by its name: null, boolean or number. */
  record Simple(String type) implements Schema {}

  /** A whole number within limits; the ends of the long range stand for none. */
  record Whole(long minimum, long maximum) implements Schema {}

  /** A string; lengths in characters, -1 for no greatest one. */
  record Text(String pattern, Format format, int minLength, int maxLength) implements Schema {}

  /** A list of equal items; -1 for no greatest number. */
  record Items(Schema items, int minItems, int maxItems) implements Schema {}

  /** A list with a schema for each place. */
  record Tuple(List<Schema> items) implements Schema {}

  /** An object; {@code additional} where it may have other properties. */
  record Fields(List<Property> properties, Optional<Schema> additional) implements Schema {}

  /** One property of an object. */
  record Property(String name, Schema schema, boolean required) {}

  /** Formats of strings that have a rule. */
  enum Format {
    NONE,
    UUID,
    DATE,
    TIME,
    DATE_TIME
  }
}
