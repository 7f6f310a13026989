// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty refuses before {@link Front} sees it: told as all errors are, not as a page. */
final class MalformedRequests extends ErrorHandler {
  private final Routes routes;
  private final Dialect otherwise;

  MalformedRequests(Routes routes, Dialect otherwise) {
    this.routes = routes;
    this.otherwise = otherwise;
  }

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    String path = request.getHttpURI().getPath();
    Dialect dialect = routes.dialect(path == null ? "" : path).orElse(otherwise);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, dialect.contentType());
    response.write(true, body(dialect, code, message), callback);
  }

  private static ByteBuffer body(Dialect dialect, int status, @Nullable String message) {
    String reason =
        switch (status) {
          case 431 -> "the request's headers are too long";
          case 414 -> "the request's line is too long";
          case 503 -> "the server is stopping";
          default -> message == null ? "the request is malformed" : message;
        };
    String error = dialect.error(new HttpRefusal(status, reason));
    return ByteBuffer.wrap(error.getBytes(StandardCharsets.UTF_8));
  }
}
