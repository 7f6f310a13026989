// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import bankml.gguf.Refusal;
import bankml.text.internal.jinja.JsonString;
import java.util.Iterator;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Writes JSON as the reference's library does when it keeps a call's arguments as text: no spaces,
 * only what must be escaped escaped, numbers in their shortest form ({@code nlohmann/json.hpp},
 * {@code serializer::dump}).
 */
final class CompactJson {
  /** Digits before the point above which the library writes an exponent. */
  private static final int MAX_DIGITS = 15;

  private static final int MIN_EXPONENT = -4;

  private CompactJson() {}

  static String write(JsonNode node) {
    StringBuilder out = new StringBuilder();
    write(node, out);
    return out.toString();
  }

  private static void write(JsonNode node, StringBuilder out) {
    switch (node.getNodeType()) {
      case OBJECT -> {
        out.append('{');
        for (Iterator<Map.Entry<String, JsonNode>> it = node.properties().iterator();
            it.hasNext(); ) {
          Map.Entry<String, JsonNode> entry = it.next();
          JsonString.append(entry.getKey(), out);
          out.append(':');
          write(entry.getValue(), out);
          out.append(it.hasNext() ? "," : "");
        }
        out.append('}');
      }
      case ARRAY -> {
        out.append('[');
        for (int i = 0; i < node.size(); i++) {
          out.append(i > 0 ? "," : "");
          write(node.get(i), out);
        }
        out.append(']');
      }
      case STRING -> JsonString.append(node.stringValue(), out);
      case NUMBER -> number(node, out);
      case BOOLEAN, NULL -> out.append(node);
      default -> throw Refusal.refused("not a JSON value: " + node);
    }
  }

  private static void number(JsonNode node, StringBuilder out) {
    if (node.isIntegralNumber() && node.bigIntegerValue().bitLength() <= Long.SIZE - 1) {
      out.append(node.longValue());
    } else if (node.isIntegralNumber()
        && node.bigIntegerValue().signum() > 0
        && node.bigIntegerValue().bitLength() == Long.SIZE) {
      out.append(Long.toUnsignedString(node.bigIntegerValue().longValue()));
    } else {
      real(node.doubleValue(), out);
    }
  }

  /** As {@code nlohmann::detail::format_buffer}: digits as they are up to 10^15, else with e. */
  private static void real(double value, StringBuilder out) {
    if (!Double.isFinite(value)) {
      throw Refusal.refused("a number is out of range");
    }
    if (value == 0) {
      out.append(1 / value < 0 ? "-0.0" : "0.0");
      return;
    }
    var decimal = new java.math.BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
    String digits = decimal.unscaledValue().toString();
    int point = digits.length() - decimal.scale();
    out.append(value < 0 ? "-" : "");
    if (digits.length() <= point && point <= MAX_DIGITS) {
      out.append(digits).repeat('0', point - digits.length()).append(".0");
    } else if (0 < point && point <= MAX_DIGITS) {
      out.append(digits, 0, point).append('.').append(digits, point, digits.length());
    } else if (MIN_EXPONENT < point && point <= 0) {
      out.append("0.").repeat('0', -point).append(digits);
    } else {
      int exponent = point - 1;
      out.append(digits.charAt(0));
      if (digits.length() > 1) {
        out.append('.').append(digits, 1, digits.length());
      }
      out.append('e').append(exponent < 0 ? '-' : '+');
      out.append(Math.abs(exponent) < 10 ? "0" : "").append(Math.abs(exponent));
    }
  }
}
