// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.server.internal.http.Dialect;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.JsonText;

/** Errors of Ollama's API: {@code {"error": reason}}. */
public final class OllamaDialect implements Dialect {
  /** The content type of Ollama's answers that are one object. */
  static final String JSON = "application/json; charset=utf-8";

  @Override
  public String contentType() {
    return JSON;
  }

  @Override
  public String error(HttpRefusal refusal) {
    return JsonText.write(JsonText.object().put("error", refusal.reason()));
  }

  @Override
  public String lastPiece(HttpRefusal refusal) {
    return error(refusal) + "\n";
  }
}
