// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Values as the reference's JSON library prints them, in literals of GBNF; bytes as characters. */
final class JsonDump {
  private static final BigInteger MAX_UNSIGNED =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final BigInteger MIN_SIGNED = BigInteger.valueOf(Long.MIN_VALUE);

  /** More digits than this before the point are written with an exponent. */
  private static final int MAX_WHOLE_DIGITS = 15;

  private static final int MIN_EXPONENT = -4;

  private JsonDump() {}

  /** Returns the literal of a value ({@code format_literal} of its {@code dump()}). */
  static String literal(JsonNode value) {
    StringBuilder json = new StringBuilder();
    append(value, json);
    return quoted(json.toString());
  }

  /** Returns the literal of an object's key. */
  static String keyLiteral(String key) {
    StringBuilder json = new StringBuilder();
    append(key, json);
    return quoted(json.toString());
  }

  private static String quoted(String json) {
    String escaped =
        json.replace("\\", "\\\\").replace("\"", "\\\"").replace("\r", "\\r").replace("\n", "\\n");
    return "\"" + escaped + "\"";
  }

  private static void append(JsonNode value, StringBuilder out) {
    if (value.isObject()) {
      String separator = "{";
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        out.append(separator);
        append(entry.getKey(), out);
        out.append(":");
        append(entry.getValue(), out);
        separator = ",";
      }
      out.append(value.isEmpty() ? "{}" : "}");
    } else if (value.isArray()) {
      String separator = "[";
      for (JsonNode item : value) {
        out.append(separator);
        append(item, out);
        separator = ",";
      }
      out.append(value.isEmpty() ? "[]" : "]");
    } else if (value.isString()) {
      append(value.asString(), out);
    } else if (value.isNumber()) {
      out.append(number(value));
    } else {
      out.append(value.isBoolean() ? Boolean.toString(value.booleanValue()) : "null");
    }
  }

  private static String number(JsonNode value) {
    if (value.isIntegralNumber()) {
      BigInteger whole = value.bigIntegerValue();
      if (whole.compareTo(MIN_SIGNED) >= 0 && whole.compareTo(MAX_UNSIGNED) <= 0) {
        return whole.toString();
      }
    }
    return number(value.doubleValue());
  }

  private static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "null";
    }
    String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
    if (value == 0) {
      return sign + "0.0";
    }
    BigDecimal shortest = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale();
    if (digits.length() <= point && point <= MAX_WHOLE_DIGITS) {
      return sign + digits + "0".repeat(point - digits.length()) + ".0";
    }
    if (point > 0 && point <= MAX_WHOLE_DIGITS) {
      return sign + digits.substring(0, point) + "." + digits.substring(point);
    }
    if (point > MIN_EXPONENT && point <= 0) {
      return sign + "0." + "0".repeat(-point) + digits;
    }
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    int exponent = point - 1;
    return "%s%s%se%s%02d"
        .formatted(sign, digits.charAt(0), fraction, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  private static void append(String text, StringBuilder out) {
    out.append('"');
    for (char c : SchemaGrammar.bytes(text).toCharArray()) {
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
