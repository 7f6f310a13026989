// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.server.Limits;
import bankml.server.ListenAddress;
import bankml.server.ServerOptions;
import bankml.server.internal.ollama.OllamaDialect;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to every request, whatever it asks; over real sockets, byte by byte. */
class FrontTest {
  private static final int MAX_BODY = 1000;

  private final CountDownLatch answering = new CountDownLatch(1);
  private final CountDownLatch unwanted = new CountDownLatch(1);
  private JettyServer server = start(Optional.empty());

  private JettyServer start(Optional<String> key) {
    Routes routes = new Routes();
    Dialect dialect = new OllamaDialect();
    routes.add("GET", "/", dialect, x -> x.answer(200, "text/plain", "alive".getBytes(UTF_8)));
    routes.add("POST", "/echo", dialect, x -> x.answer(200, "text/plain", x.body()));
    routes.add(
        "GET",
        "/named/{name}",
        dialect,
        x -> x.answer(200, "text/plain", x.parameter("name").getBytes(UTF_8)));
    routes.add("POST", "/wait", dialect, this::untilUnwanted);
    routes.add("POST", "/lines", dialect, FrontTest::lines);
    routes.add("POST", "/broken", dialect, FrontTest::broken);
    routes.add(
        "POST",
        "/fault",
        dialect,
        x -> {
          throw new IllegalStateException("a test's fault");
        });
    Limits limits = new Limits(MAX_BODY, 2000, 100, Duration.ofSeconds(20));
    ServerOptions options =
        new ServerOptions(
            new ListenAddress("127.0.0.1", 0),
            List.of(),
            key,
            limits,
            ServerOptions.DEFAULT_KEEP_ALIVE);
    return JettyServer.start(options, routes, dialect);
  }

  private static final java.nio.charset.Charset UTF_8 = StandardCharsets.UTF_8;

  private void untilUnwanted(Exchange exchange) {
    assertThat(exchange.whileWanted(unwanted::countDown, this::awaitUnwanted)).isTrue();
    throw new HttpRefusal(503, exchange.stopping() ? "the server stops" : "nobody is there");
  }

  private boolean awaitUnwanted() {
    answering.countDown();
    try {
      return unwanted.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void lines(Exchange exchange) {
    AnswerStream stream = exchange.stream("application/x-ndjson");
    stream.send("one\n");
    stream.send("two\n");
    stream.end();
  }

  private static void broken(Exchange exchange) {
    AnswerStream stream = exchange.stream("application/x-ndjson");
    stream.send("one\n");
    throw new HttpRefusal(500, "that was all");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void unknownPathsAndMethodsAreToldAsJson() throws IOException {
    assertThat(ask("GET /nope HTTP/1.1")).startsWith("HTTP/1.1 404").contains("{\"error\":\"");
    assertThat(ask("GET /echo HTTP/1.1"))
        .startsWith("HTTP/1.1 405")
        .contains("Allow: POST")
        .contains("{\"error\":\"");
    assertThat(ask("POST / HTTP/1.1", "Content-Length: 0")).contains("Allow: HEAD, GET");
  }

  @Test
  void headAnswersWhereGetDoes() throws IOException {
    String answer = ask("HEAD / HTTP/1.1");
    assertThat(answer)
        .startsWith("HTTP/1.1 200")
        .contains("Content-Length: 5")
        .endsWith("\r\n\r\n");
  }

  @Test
  void everyAnswerHasItsOwnId() throws IOException {
    assertThat(ask("GET / HTTP/1.1")).containsPattern("X-Request-Id: [0-9a-f]+");
  }

  @Test
  void pathParametersAreDecoded() throws IOException {
    assertThat(ask("GET /named/a%2Fb%20c+d HTTP/1.1")).endsWith("a/b c+d");
  }

  @Test
  void linesComeOneByOne() throws IOException {
    assertThat(ask("POST /lines HTTP/1.1", "Content-Length: 0"))
        .contains("Transfer-Encoding: chunked")
        .endsWith("4\r\none\n\r\n4\r\ntwo\n\r\n0\r\n\r\n");
  }

  @Test
  void anErrorAfterTheBeginningIsTheLastLine() throws IOException {
    assertThat(ask("POST /broken HTTP/1.1", "Content-Length: 0"))
        .startsWith("HTTP/1.1 200")
        .contains("one\n")
        .contains("{\"error\":\"that was all\"}\n")
        .endsWith("0\r\n\r\n");
  }

  @Test
  void aFaultIsA500AndTheServerGoesOn() throws IOException {
    assertThat(ask("POST /fault HTTP/1.1", "Content-Length: 0")).startsWith("HTTP/1.1 500");
    assertThat(ask("GET / HTTP/1.1")).startsWith("HTTP/1.1 200");
  }

  @Test
  void malformedRequestsAreToldSo() throws IOException {
    assertThat(raw("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
    assertThat(raw("GET / HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400").contains("{\"error\":");
    assertThat(ask("POST /echo HTTP/1.1", "Content-Length: 3", "Transfer-Encoding: chunked"))
        .startsWith("HTTP/1.1 400")
        .contains("{\"error\":");
    assertThat(ask("GET / HTTP/1.1", "X: " + "x".repeat(4000)))
        .startsWith("HTTP/1.1 431")
        .contains("headers are too long");
  }

  @Test
  void aBodyThatIsTooLongIsRefused() throws IOException {
    String fits = "x".repeat(MAX_BODY);
    assertThat(ask("POST /echo HTTP/1.1", "Content-Length: " + MAX_BODY, "", fits)).endsWith(fits);
    String tooLong = fits + "x";
    assertThat(ask("POST /echo HTTP/1.1", "Content-Length: " + tooLong.length(), "", tooLong))
        .startsWith("HTTP/1.1 413")
        .contains("longer than 1000 bytes");
  }

  @Test
  void foreignNamesForThisMachineAreRefused() throws IOException {
    for (String host :
        List.of("localhost:1", "127.0.0.1", "[::1]:9", "a.localhost", "box.local", "192.168.1.5")) {
      assertThat(raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
          .as(host)
          .startsWith("HTTP/1.1 200");
    }
    for (String host : List.of("example.com", "8.8.8.8", "localhost.example.com:80")) {
      assertThat(raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
          .as(host)
          .startsWith("HTTP/1.1 403")
          .contains("BANKML_HOST");
    }
  }

  @Test
  void pagesOfForeignOriginsAreRefused() throws IOException {
    assertThat(ask("GET / HTTP/1.1", "Origin: http://localhost:3000"))
        .startsWith("HTTP/1.1 200")
        .contains("Access-Control-Allow-Origin: http://localhost:3000")
        .contains("Vary: Origin");
    for (String origin : List.of("https://example.com", "null", "http://localhost.evil.com")) {
      assertThat(ask("GET / HTTP/1.1", "Origin: " + origin))
          .startsWith("HTTP/1.1 403")
          .contains("OLLAMA_ORIGINS")
          .doesNotContain("Access-Control");
    }
  }

  /** B47: the headers of the OpenAI library in a browser. */
  @Test
  void preflightsAllowAnyHeader() throws IOException {
    String asked = "authorization,content-type,x-stainless-helper-method,x-new-header";
    assertThat(
            ask(
                "OPTIONS /echo HTTP/1.1",
                "Origin: http://localhost:5174",
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: " + asked))
        .startsWith("HTTP/1.1 204")
        .contains("Access-Control-Allow-Headers: " + asked)
        .contains("Vary: Origin, Access-Control-Request-Headers");
  }

  @Test
  void aKeyIsAskedForAndNotForLiveness() throws IOException {
    server.close();
    server = start(Optional.of("secret"));
    assertThat(ask("GET / HTTP/1.1")).startsWith("HTTP/1.1 200");
    assertThat(ask("GET /named/a HTTP/1.1")).startsWith("HTTP/1.1 401").doesNotContain("secret");
    assertThat(ask("GET /named/a HTTP/1.1", "Authorization: Bearer wrong"))
        .startsWith("HTTP/1.1 401");
    assertThat(ask("GET /named/a HTTP/1.1", "Authorization: Bearer secret"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void aClientThatHangsUpIsNoticedWithoutAWrite() throws Exception {
    try (Socket socket = connect()) {
      send(socket, "POST /wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
      assertThat(answering.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(unwanted.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aRequestSentEarlyIsAnsweredAfterTheFirst() throws IOException {
    try (Socket socket = connect()) {
      String first = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";
      send(socket, first + "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .contains("{}HTTP/1.1 200")
          .endsWith("alive");
    }
  }

  @Test
  void stoppingEndsWhatIsBeingAnswered() throws Exception {
    try (Socket socket = connect()) {
      send(socket, "POST /wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
      assertThat(answering.await(20, TimeUnit.SECONDS)).isTrue();
      long start = System.nanoTime();
      server.close();
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(5));
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 503")
          .contains("the server stops");
    }
  }

  /** Sends the lines with a {@code Host} after the first, and returns the whole answer. */
  private String ask(String requestLine, String... more) throws IOException {
    String headers = String.join("\r\n", more);
    return raw(
        requestLine
            + "\r\nHost: localhost\r\nConnection: close\r\n"
            + headers
            + (headers.contains("\r\n\r\n") ? "" : headers.isEmpty() ? "\r\n" : "\r\n\r\n"));
  }

  private String raw(String request) throws IOException {
    try (Socket socket = connect()) {
      send(socket, request);
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private Socket connect() throws IOException {
    URI uri = server.uri();
    Socket socket = new Socket(uri.getHost(), uri.getPort());
    socket.setSoTimeout(30_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    socket.getOutputStream().flush();
  }
}
