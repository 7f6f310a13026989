// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** JSON as a template's values ({@code common/jinja/value.cpp}, {@code from_json}). */
public final class JsonValues {
  private static final BigInteger UNSIGNED_END = BigInteger.ONE.shiftLeft(Long.SIZE);

  private JsonValues() {}

  /** Returns a new value for {@code json}, and new ones for all that is in it. */
  public static Value of(JsonNode json) {
    return switch (json.getNodeType()) {
      case NULL -> new None();
      case BOOLEAN -> new Bool(json.booleanValue());
      case NUMBER -> number(json);
      case STRING -> Str.of(ByteText.encode(json.stringValue()));
      case ARRAY -> {
        List<Value> items = new ArrayList<>(json.size());
        json.forEach(item -> items.add(of(item)));
        yield ListValue.list(items);
      }
      case OBJECT -> {
        Dict dict = Dict.create();
        json.properties()
            .forEach(entry -> dict.put(ByteText.encode(entry.getKey()), of(entry.getValue())));
        yield dict;
      }
      default -> throw new TemplateFault("not a JSON value: " + json);
    };
  }

  /** Integers of 64 bits, unsigned ones as signed ones of the same bits; others are reals. */
  private static Value number(JsonNode json) {
    if (json.isIntegralNumber()) {
      BigInteger whole = json.bigIntegerValue();
      if (whole.bitLength() < Long.SIZE
          || (whole.signum() > 0 && whole.compareTo(UNSIGNED_END) < 0)) {
        return new Int(whole.longValue());
      }
      return real(whole.doubleValue());
    }
    return real(json.doubleValue());
  }

  private static Value real(double value) {
    if (!Double.isFinite(value)) {
      throw new TemplateFault("a number of the JSON is out of range");
    }
    return new Real(value);
  }
}
