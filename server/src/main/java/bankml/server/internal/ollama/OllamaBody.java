// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.engine.KeepAlive;
import bankml.server.KeepAliveText;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.json.StrictJson;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The body of a request to Ollama's API: an object whose keys may have any case, or null. */
final class OllamaBody {
  private OllamaBody() {}

  /**
   * Reads the body of {@code exchange}.
   *
   * @param known every field that there is, in lower case
   */
  static Fields read(Exchange exchange, Set<String> known) {
    byte[] body = exchange.body();
    if (body.length == 0) {
      throw new HttpRefusal(400, "missing request body");
    }
    JsonNode json = StrictJson.read(body);
    if (json.isNull()) {
      return Fields.ignoringCase(JsonText.object(), known);
    }
    if (!json.isObject()) {
      throw new HttpRefusal(400, "the body is " + what(json) + ": a JSON object is accepted");
    }
    return Fields.ignoringCase(json, known);
  }

  private static String what(JsonNode json) {
    return json.isArray() ? "an array" : "a " + json.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  /** Returns the model's name, from {@code model} or, in older requests, {@code name}. */
  static OllamaName modelOrName(Fields fields) {
    return OllamaName.parse(
        fields.text("model").filter(s -> !s.isEmpty()).or(() -> fields.text("name")).orElse(""));
  }

  /** Returns how long the model shall stay: seconds, or a duration of Go. */
  static Optional<KeepAlive> keepAlive(Fields fields) {
    return fields
        .find("keep_alive")
        .map(value -> {
          if (value.isNumber()) {
            return KeepAliveText.ofSeconds(value.doubleValue());
          }
          if (value.isString()) {
            return KeepAliveText.ofDuration(value.stringValue());
          }
          throw Fields.wrong(
              "keep_alive", value, "a number of seconds or a duration such as \"5m\"");
        });
  }
}
