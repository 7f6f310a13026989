// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** An exchange over Jetty. One thread, but for {@link #stop}. */
final class JettyExchange implements Exchange {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final String id;
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final long maxBody;
  private final Unwanted unwanted;
  private final Map<String, Object> notes = new LinkedHashMap<>();
  private Map<String, String> parameters = Map.of();
  private String route = "";
  private byte @Nullable [] body;
  private boolean begun;
  private boolean complete;

  JettyExchange(String id, Request request, Response response, Callback callback, long maxBody) {
    this.id = id;
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.maxBody = maxBody;
    this.unwanted = new Unwanted(request.getConnectionMetaData().getConnection().getEndPoint());
    setHeader("X-Request-Id", id);
  }

  /** Takes the route that answers. */
  void found(Routes.Found found) {
    route = found.route().pattern();
    parameters = found.parameters();
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    String path = request.getHttpURI().getPath();
    return path == null ? "" : path;
  }

  @Override
  public String parameter(String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException(route + " has no {" + name + "}");
    }
    return value;
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name));
  }

  @Override
  public byte[] body() {
    if (body == null) {
      body = read();
    }
    return body;
  }

  private byte[] read() {
    try (InputStream in = Content.Source.asInputStream(request)) {
      byte[] bytes = in.readNBytes(Math.toIntExact(maxBody + 1));
      if (bytes.length > maxBody) {
        throw new HttpRefusal(413, "the body is longer than " + maxBody + " bytes")
            .with("Connection", "close");
      }
      return bytes;
    } catch (IOException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new HttpRefusal(408, "the body did not come in time").with("Connection", "close");
      }
      throw new ClientGone(e);
    }
  }

  @Override
  public void setHeader(String name, String value) {
    response.getHeaders().put(name, value);
  }

  @Override
  public void answer(int status, String contentType, byte[] bytes) {
    begin(status, contentType);
    if (status != 204) {
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
    }
    write(true, ByteBuffer.wrap(bytes));
    complete = true;
  }

  @Override
  public AnswerStream stream(String contentType) {
    begin(200, contentType);
    if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
      // Also where the connection ends with the answer: else a client cannot tell a cut one.
      response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, "chunked");
    }
    write(false, NOTHING); // the headers go at once
    OutputStream out = Content.Sink.asOutputStream(response);
    return new AnswerStream() {
      @Override
      public void send(String text) {
        try {
          out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
          throw new ClientGone(e);
        }
      }

      @Override
      public void end() {
        write(true, NOTHING);
        complete = true;
      }
    };
  }

  private void begin(int status, String contentType) {
    if (begun) {
      throw new IllegalStateException("the answer has begun");
    }
    begun = true;
    response.setStatus(status);
    if (!contentType.isEmpty()) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
    }
  }

  private void write(boolean last, ByteBuffer bytes) {
    try (Blocker.Callback blocker = Blocker.callback()) {
      response.write(last, bytes, blocker);
      blocker.block();
    } catch (IOException e) {
      throw new ClientGone(e);
    }
  }

  /** Returns whether anything of the answer has been sent. */
  boolean begun() {
    return begun;
  }

  /** Sends the last piece of an answer that cannot be completed; nothing where it was complete. */
  void breakOff(String lastPiece) {
    if (!complete) {
      write(true, ByteBuffer.wrap(lastPiece.getBytes(StandardCharsets.UTF_8)));
      complete = true;
    }
  }

  /** Lets the connection go. */
  void finish() {
    if (complete) {
      callback.succeeded();
    } else {
      callback.failed(new IOException("the answer was not completed"));
    }
  }

  @Override
  public <T> T whileWanted(Runnable cancel, Supplier<T> work) {
    body(); // what is still to be read would look like a client that goes on
    return unwanted.whileWanted(cancel, work);
  }

  @Override
  public boolean stopping() {
    return unwanted.stopping();
  }

  /** Ends the answer early, because the server stops. Any thread. */
  void stop() {
    unwanted.stop();
  }

  @Override
  public void note(String key, Object value) {
    notes.put(key, value);
  }

  /** Returns what the log says of the request, in its order. */
  Map<String, Object> logged(long nanos) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", id);
    line.put("method", method());
    line.put("route", route.isEmpty() ? path() : route);
    line.put("status", response.getStatus());
    line.put("ms", nanos / 1_000_000);
    line.putAll(notes);
    return line;
  }
}
