// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.json;

import bankml.server.internal.http.HttpRefusal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the JSON of requests. Refused, 400, with line and column: what is not JSON, bytes that are
 * not UTF-8, keys given twice, {@code NaN} and numbers out of a double's range, half surrogate
 * pairs, nesting deeper than {@link #MAX_DEPTH}, and anything after the value.
 */
public final class StrictJson {
  /** Levels of arrays and objects. */
  public static final int MAX_DEPTH = 200;

  private static final int MAX_NUMBER = 1000;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNumberLength(MAX_NUMBER)
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .build();

  private StrictJson() {}

  /** Reads one value. */
  public static JsonNode read(byte[] body) {
    try (JsonParser parser = MAPPER.createParser(text(body))) {
      return document(parser);
    }
  }

  private static JsonNode document(JsonParser parser) {
    try {
      if (parser.nextToken() == null) {
        throw new HttpRefusal(400, "the body is empty: a JSON object is expected");
      }
      JsonNode value = value(parser);
      if (parser.nextToken() != null) {
        throw refusal("there is more after the value", parser.currentTokenLocation());
      }
      return value;
    } catch (JacksonException e) {
      TokenStreamLocation where = e.getLocation();
      throw refusal(e.getOriginalMessage(), where == null ? parser.currentLocation() : where);
    }
  }

  private static JsonNode value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> JsonNodeFactory.instance.stringNode(whole(parser.getString(), parser));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      case VALUE_TRUE, VALUE_FALSE ->
          JsonNodeFactory.instance.booleanNode(parser.getBooleanValue());
      default -> JsonNodeFactory.instance.nullNode();
    };
  }

  private static ObjectNode object(JsonParser parser) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = whole(parser.currentName(), parser);
      if (object.has(key)) {
        throw refusal("the key \"" + key + "\" is given twice", parser.currentTokenLocation());
      }
      parser.nextToken();
      object.set(key, value(parser));
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }

  private static JsonNode number(JsonParser parser) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    JsonNode number =
        switch (parser.getNumberType()) {
          case INT -> nodes.numberNode(parser.getIntValue());
          case LONG -> nodes.numberNode(parser.getLongValue());
          case BIG_INTEGER -> nodes.numberNode(parser.getBigIntegerValue());
          default -> nodes.numberNode(parser.getDoubleValue());
        };
    if (!Double.isFinite(number.doubleValue())) {
      throw refusal("a number is out of range", parser.currentTokenLocation());
    }
    return number;
  }

  /** Returns {@code text}, which must have no surrogate without its partner. */
  private static String whole(String text, JsonParser parser) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw refusal(
            "a string has half a surrogate pair, \\u%04x".formatted((int) c),
            parser.currentTokenLocation());
      }
    }
    return text;
  }

  private static String text(byte[] body) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer bytes = ByteBuffer.wrap(body);
    CharBuffer characters = CharBuffer.allocate(body.length);
    if (decoder.decode(bytes, characters, true).isError()) {
      throw new HttpRefusal(400, "the body is not UTF-8: byte " + bytes.position() + " is wrong");
    }
    return characters.flip().toString();
  }

  private static HttpRefusal refusal(String what, TokenStreamLocation where) {
    String reason = what.replaceAll("\\s*\\R\\s*", " ");
    return new HttpRefusal(
        400,
        "the body is not valid JSON: %s, at line %d, column %d"
            .formatted(reason, where.getLineNr(), where.getColumnNr()));
  }
}
