// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.Map;

/** The methods of integers, reals and booleans. */
final class NumberMethods {
  static final Map<String, Function.Body> OF_INTEGERS =
      Map.of(
          "default",
          Methods::defaultValue,
          "abs",
          arguments -> {
            long value = arguments.at(0).asLong();
            return new Int(value < 0 ? -value : value);
          },
          "int",
          arguments -> new Int(arguments.at(0).asLong()),
          "float",
          arguments -> new Real((double) arguments.at(0).asLong()),
          "safe",
          ToJson::call,
          "string",
          ToJson::call,
          "tojson",
          ToJson::call);

  static final Map<String, Function.Body> OF_REALS =
      Map.of(
          "default",
          Methods::defaultValue,
          "abs",
          arguments -> {
            double value = arguments.at(0).asDouble();
            return new Real(value < 0 ? -value : value);
          },
          "int",
          arguments -> new Int(Numeric.truncate(arguments.at(0).asDouble())),
          "float",
          arguments -> new Real(arguments.at(0).asDouble()),
          "safe",
          ToJson::call,
          "string",
          ToJson::call,
          "tojson",
          ToJson::call);

  static final Map<String, Function.Body> OF_BOOLEANS =
      Map.of(
          "default",
          Methods::defaultValue,
          "int",
          arguments -> new Int(arguments.at(0).asLong()),
          "float",
          arguments -> new Real(arguments.at(0).asLong()),
          "safe",
          arguments -> arguments.at(0).asText(),
          "string",
          arguments -> arguments.at(0).asText(),
          "tojson",
          ToJson::call);

  private NumberMethods() {}
}
