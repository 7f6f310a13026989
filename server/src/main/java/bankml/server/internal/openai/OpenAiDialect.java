// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.server.internal.http.Dialect;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.JsonText;
import tools.jackson.databind.node.ObjectNode;

/**
 * Errors of OpenAI's API: {@code {"error": {"message", "type", "param", "code"}}}. The types are
 * llama-server's ({@code format_error_response} of the reference's {@code
 * tools/server/server-common.cpp}); {@code param} names the field at fault.
 */
public final class OpenAiDialect implements Dialect {
  /** The content type of answers that are one object. */
  static final String JSON = "application/json";

  @Override
  public String contentType() {
    return JSON;
  }

  @Override
  public String error(HttpRefusal refusal) {
    ObjectNode body = JsonText.object();
    ObjectNode error = body.putObject("error");
    error.put("message", refusal.reason());
    error.put("type", type(refusal.status()));
    error.put("param", refusal.field().orElse(null));
    error.putNull("code");
    return JsonText.write(body);
  }

  @Override
  public String lastPiece(HttpRefusal refusal) {
    return EventStream.event(error(refusal));
  }

  private static String type(int status) {
    return switch (status) {
      case 401 -> "authentication_error";
      case 403 -> "permission_error";
      case 404 -> "not_found_error";
      case 503 -> "unavailable_error";
      default -> status < 500 ? "invalid_request_error" : "server_error";
    };
  }
}
