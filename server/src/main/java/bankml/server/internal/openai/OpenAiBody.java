// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and answers that are one JSON object. */
public final class OpenAiBody {
  private OpenAiBody() {}

  /**
   * Reads the body of {@code exchange}.
   *
   * @throws HttpRefusal 400 where it is no JSON object
   */
  public static JsonNode read(Exchange exchange) {
    JsonNode json = StrictJson.read(exchange.body());
    if (!json.isObject()) {
      throw new HttpRefusal(400, "the body must be a JSON object");
    }
    return json;
  }

  /** As {@link #read}, with no other fields than the {@code known} ones. */
  public static Fields fields(Exchange exchange, Set<String> known) {
    return Fields.exact(read(exchange), known);
  }

  /** Answers with one JSON value. */
  public static void answer(Exchange exchange, JsonNode json) {
    exchange.answer(200, OpenAiDialect.JSON, JsonText.write(json).getBytes(StandardCharsets.UTF_8));
  }
}
