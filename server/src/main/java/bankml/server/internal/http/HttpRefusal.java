// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import bankml.gguf.Refusal;
import java.util.Map;
import java.util.Optional;

/**
 * A request that is not answered as asked, with the status that says why. What other rooms refuse
 * becomes one of these at the edge, see {@link #of}.
 */
public final class HttpRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final String RETRY_AFTER_SECONDS = "2";

  private final int status;
  private final transient Map<String, String> headers;
  private final transient Optional<String> field;

  private HttpRefusal(
      int status, String reason, Map<String, String> headers, Optional<String> field) {
    super(reason);
    this.status = status;
    this.headers = Map.copyOf(headers);
    this.field = field;
  }

  /** Refuses with {@code status}. */
  public HttpRefusal(int status, String reason) {
    this(status, reason, Map.of(), Optional.empty());
  }

  /** Returns a refusal, 400, of the request's {@code field}. */
  public static HttpRefusal ofField(String field, String reason) {
    return new HttpRefusal(400, reason, Map.of(), Optional.of(field));
  }

  /** Returns this refusal with a header. */
  public HttpRefusal with(String name, String value) {
    return new HttpRefusal(status, reason(), Map.of(name, value), field);
  }

  /**
   * Returns the answer to what another room has refused: 400 where the request is wrong or asks for
   * what is not supported, 503 where a file is not what it was or too many ask at once.
   */
  public static HttpRefusal of(Refusal refusal) {
    String reason = String.valueOf(refusal.getMessage());
    return switch (refusal.kind()) {
      case REFUSED, USAGE -> new HttpRefusal(400, reason);
      case IO, TRUNCATED, CHANGED -> new HttpRefusal(503, reason);
      case BUSY -> new HttpRefusal(503, reason).with("Retry-After", RETRY_AFTER_SECONDS);
    };
  }

  /** Returns the status of the answer. */
  public int status() {
    return status;
  }

  /** Returns why, for the client. */
  public String reason() {
    return String.valueOf(getMessage());
  }

  /** Returns headers of the answer. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Returns the field of the request that is at fault, where it is one. */
  public Optional<String> field() {
    return field;
  }
}
