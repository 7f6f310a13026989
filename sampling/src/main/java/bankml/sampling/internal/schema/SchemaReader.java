// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import bankml.gguf.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads JSON schemas ({@code common_chat_schema_builder} in the reference's {@code
 * common/json-schema.cpp}). One document.
 */
final class SchemaReader {
  private final JsonNode document;
  private final Map<String, Schema> references = new HashMap<>();

  SchemaReader(JsonNode document) {
    this.document = document;
  }

  /**
   * Returns the document's schema.
   *
   * @throws Refusal naming the place and what is wrong there, in the reference's words
   */
  Schema read() {
    return node(document, "#");
  }

  /** Returns the schemas that are referred to, by their references. */
  Map<String, Schema> references() {
    return references;
  }

  static Refusal failure(String path, String message) {
    return Refusal.refused(
        "JSON schema conversion failed:\nJSON schema error at " + path + ": " + message);
  }

  private Schema node(JsonNode schema, String path) {
    if (!schema.isObject()) {
      throw failure(path, "schema must be an object");
    }
    if (schema.has("$ref")) {
      return reference(schema.path("$ref"), path);
    }
    if (schema.has("oneOf") || schema.has("anyOf")) {
      String key = schema.has("oneOf") ? "oneOf" : "anyOf";
      return alternatives(schema.path(key), path + "/" + key, Schema.AnyOf::new);
    }
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      return anyType((ObjectNode) schema, type, path);
    }
    if (schema.has("const")) {
      return new Schema.Const(schema.path("const"));
    }
    if (schema.has("enum")) {
      JsonNode values = schema.path("enum");
      if (!values.isArray() || values.isEmpty()) {
        throw failure(path, "enum must be a non-empty array");
      }
      List<JsonNode> list = new ArrayList<>();
      values.forEach(list::add);
      return new Schema.Values(list);
    }
    if (!type.isMissingNode() && !type.isNull() && !type.isString()) {
      throw failure(path, "type must be a string or an array of strings");
    }
    return typed(type.isString() ? type.asString() : "", schema, path);
  }

  private Schema anyType(ObjectNode schema, JsonNode types, String path) {
    if (types.isEmpty()) {
      throw failure(path, "type must not be empty");
    }
    List<Schema> children = new ArrayList<>();
    for (JsonNode type : types) {
      ObjectNode alternative = schema.deepCopy();
      alternative.set("type", type);
      children.add(node(alternative, path + "/type/" + children.size()));
    }
    return new Schema.AnyOf(children);
  }

  private Schema typed(String type, JsonNode schema, String path) {
    JsonNode additional = schema.path("additionalProperties");
    boolean isTrue = additional.isBoolean() && additional.booleanValue();
    boolean hasProperties =
        schema.has("properties") || (schema.has("additionalProperties") && !isTrue);
    return switch (type) {
      case "" -> untyped(hasProperties, schema, path);
      case "object" ->
          !hasProperties && schema.has("allOf") ? allOf(schema, path) : fields(schema, path);
      case "string" -> schema.has("allOf") ? allOf(schema, path) : text(schema, path);
      case "array" -> items(schema, path);
      case "integer" -> whole(schema, path);
      case "number", "boolean", "null" -> new Schema.Simple(type);
      default -> throw failure(path, "unrecognized type " + type);
    };
  }

  /** What a schema without a type means is decided by its other keywords, in this order. */
  private Schema untyped(boolean hasProperties, JsonNode schema, String path) {
    if (hasProperties) {
      return fields(schema, path);
    }
    if (schema.has("allOf")) {
      return allOf(schema, path);
    }
    if (schema.has("items") || schema.has("prefixItems")) {
      return items(schema, path);
    }
    boolean likeText = schema.has("pattern") || schema.has("minLength") || schema.has("maxLength");
    return likeText || format(schema, path) != Schema.Format.NONE
        ? text(schema, path)
        : new Schema.Any();
  }

  private Schema allOf(JsonNode schema, String path) {
    return alternatives(schema.path("allOf"), path + "/allOf", Schema.AllOf::new);
  }

  private Schema alternatives(
      JsonNode schemas, String path, Function<List<Schema>, Schema> together) {
    if (!schemas.isArray()) {
      throw failure(path, "must be an array of schemas");
    }
    if (schemas.isEmpty()) {
      throw failure(path, "must not be empty");
    }
    return together.apply(nodes(schemas, path));
  }

  private List<Schema> nodes(JsonNode schemas, String path) {
    List<Schema> children = new ArrayList<>();
    for (JsonNode schema : schemas) {
      children.add(node(schema, path + "/" + children.size()));
    }
    return children;
  }

  private Schema reference(JsonNode value, String path) {
    if (!value.isString()) {
      throw failure(path, "$ref must be a string");
    }
    String ref = value.asString();
    if (!ref.startsWith("#/")) {
      throw failure(
          path,
          "unsupported $ref " + ref + ", only references into the same document are supported");
    }
    if (!references.containsKey(ref)) {
      Schema itself = new Schema.Ref(ref);
      references.put(ref, itself); // a cycle back to it stops here
      references.put(ref, node(target(ref, path), ref));
    }
    return new Schema.Ref(ref);
  }

  private JsonNode target(String ref, String path) {
    JsonNode target = document;
    String[] steps = ref.substring(1).split("/", -1);
    for (int i = 1; i < steps.length; i++) {
      String step = steps[i];
      String cannot = "cannot resolve $ref " + ref + ", " + step;
      if (target.isObject() && target.has(step)) {
        target = target.path(step);
      } else if (target.isArray()) {
        int index = step.matches("[0-9]{1,9}") ? Integer.parseInt(step) : Integer.MAX_VALUE;
        if (index >= target.size()) {
          throw failure(path, cannot + " is out of range");
        }
        target = target.path(index);
      } else {
        throw failure(path, cannot + " not found");
      }
    }
    return target;
  }

  private Schema fields(JsonNode schema, String path) {
    Set<String> required = new HashSet<>();
    if (schema.path("required").isArray()) {
      for (JsonNode name : schema.path("required")) {
        if (name.isString()) {
          required.add(name.asString());
        }
      }
    }
    JsonNode properties = schema.path("properties");
    if (schema.has("properties") && !properties.isObject()) {
      throw failure(path, "properties must be an object");
    }
    List<Schema.Property> list = new ArrayList<>();
    for (Map.Entry<String, JsonNode> property : properties.properties()) {
      String name = property.getKey();
      Schema child = node(property.getValue(), path + "/properties/" + name);
      list.add(new Schema.Property(name, child, required.contains(name)));
    }
    return new Schema.Fields(list, additional(schema, path));
  }

  private Optional<Schema> additional(JsonNode schema, String path) {
    JsonNode additional = schema.path("additionalProperties");
    if (additional.isMissingNode()) {
      // An object of which nothing else is said may be any.
      return schema.has("properties") ? Optional.empty() : Optional.of(new Schema.Any());
    }
    if (additional.isBoolean()) {
      return additional.booleanValue() ? Optional.of(new Schema.Any()) : Optional.empty();
    }
    if (additional.isObject()) {
      return Optional.of(node(additional, path + "/additionalProperties"));
    }
    throw failure(path, "additionalProperties must be a boolean or a schema");
  }

  private Schema items(JsonNode schema, String path) {
    Schema items = new Schema.Any();
    if (schema.has("items") || schema.has("prefixItems")) {
      String key = schema.has("items") ? "items" : "prefixItems";
      JsonNode value = schema.path(key);
      if (value.isArray()) {
        return new Schema.Tuple(nodes(value, path + "/" + key));
      }
      items = node(value, path + "/" + key);
    }
    return new Schema.Items(
        items, count(schema, "minItems", path, 0), count(schema, "maxItems", path, -1));
  }

  private Schema text(JsonNode schema, String path) {
    String pattern = "";
    if (schema.has("pattern")) {
      if (!schema.path("pattern").isString()) {
        throw failure(path, "pattern must be a string");
      }
      pattern = schema.path("pattern").asString();
    }
    return new Schema.Text(
        pattern,
        format(schema, path),
        count(schema, "minLength", path, 0),
        count(schema, "maxLength", path, -1));
  }

  private Schema whole(JsonNode schema, String path) {
    long minimum = Long.MIN_VALUE;
    long maximum = Long.MAX_VALUE;
    if (schema.has("minimum")) {
      minimum = bound(schema, "minimum", path, true);
    } else if (schema.has("exclusiveMinimum")) {
      minimum = bound(schema, "exclusiveMinimum", path, false) + 1;
    }
    if (schema.has("maximum")) {
      maximum = bound(schema, "maximum", path, false);
    } else if (schema.has("exclusiveMaximum")) {
      maximum = bound(schema, "exclusiveMaximum", path, true) - 1;
    }
    return new Schema.Whole(minimum, maximum);
  }

  private static int count(JsonNode schema, String key, String path, int otherwise) {
    JsonNode value = schema.path(key);
    if (value.isMissingNode()) {
      return otherwise;
    }
    if (!value.isIntegralNumber() || value.bigIntegerValue().intValue() < 0) {
      throw failure(path, key + " must be a non-negative integer");
    }
    return value.bigIntegerValue().intValue();
  }

  private static long bound(JsonNode schema, String key, String path, boolean up) {
    JsonNode value = schema.path(key);
    if (value.isIntegralNumber()) {
      return value.bigIntegerValue().longValue();
    }
    if (!value.isNumber()) {
      throw failure(path, key + " must be a number");
    }
    double number = value.doubleValue();
    return (long) (up ? Math.ceil(number) : Math.floor(number));
  }

  private static Schema.Format format(JsonNode schema, String path) {
    JsonNode value = schema.path("format");
    if (value.isMissingNode()) {
      return Schema.Format.NONE;
    }
    if (!value.isString()) {
      throw failure(path, "format must be a string");
    }
    return switch (value.asString()) {
      case "date" -> Schema.Format.DATE;
      case "time" -> Schema.Format.TIME;
      case "date-time" -> Schema.Format.DATE_TIME;
      case "uuid", "uuid1", "uuid2", "uuid3", "uuid4", "uuid5" -> Schema.Format.UUID;
      default -> Schema.Format.NONE;
    };
  }
}
