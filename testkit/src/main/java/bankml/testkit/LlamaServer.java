// SPDX-License-Identifier: Apache-2.0
package bankml.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A running {@code llama-server} of the reference with one slot and two threads, on a free port of
 * this machine. Ends when it is closed, or with this process.
 */
public final class LlamaServer implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration START_LIMIT = Duration.ofMinutes(3);

  private final Process process;
  private final URI address;
  private final HttpClient client = HttpClient.newHttpClient();
  private final Thread atExit;

  private LlamaServer(Process process, URI address) {
    this.process = process;
    this.address = address;
    atExit = Thread.ofPlatform().unstarted(process::destroy);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Starts a server for {@code model} and waits until it answers.
   *
   * @param options more of llama-server's own, such as {@code "-c", "2048"}
   */
  public static LlamaServer start(Reference reference, Path model, String... options) {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.add(reference.binary("llama-server").toString());
    command.addAll(List.of("-m", model.toString(), "-t", "2", "-np", "1", "--no-webui"));
    command.addAll(List.of("--port", Integer.toString(port)));
    command.addAll(List.of(options));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    // Threads that wait for each other sleep: on a busy machine spinning costs most of the time.
    builder.environment().put("OMP_WAIT_POLICY", "passive");
    try {
      Process process = builder.start();
      LlamaServer server = new LlamaServer(process, URI.create("http://127.0.0.1:" + port));
      server.awaitHealth();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks {@code POST /completion} and returns the answer, which must be one. */
  public JsonNode completion(ObjectNode request) {
    return JSON.readTree(answer("/completion", JSON.writeValueAsString(request)));
  }

  /** Posts {@code body}, JSON, to {@code path} and returns the answer's body; it must be one. */
  public String answer(String path, String body) {
    HttpResponse<String> response = post(path, body);
    if (response.statusCode() != 200) {
      throw new IllegalStateException("llama-server: " + response.body());
    }
    return response.body();
  }

  /** Posts {@code request} to {@code path} and returns the answer; nothing where it is refused. */
  public Optional<JsonNode> ask(String path, ObjectNode request) {
    HttpResponse<String> response = post(path, JSON.writeValueAsString(request));
    return response.statusCode() == 200
        ? Optional.of(JSON.readTree(response.body()))
        : Optional.empty();
  }

  /** Posts {@code body}, JSON, to {@code path} and returns the response as it is. */
  public HttpResponse<String> post(String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return send(request);
    } catch (UncheckedIOException closed) {
      return send(request); // it closes a connection that was idle for a while
    }
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void awaitHealth() {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!healthy()) {
      if (ended() || System.nanoTime() > deadline) {
        close();
        throw new IllegalStateException("llama-server did not start at " + address);
      }
    }
  }

  private boolean healthy() {
    HttpRequest request = HttpRequest.newBuilder(address.resolve("/health")).build();
    try {
      return send(request).statusCode() == 200;
    } catch (UncheckedIOException notListeningYet) {
      return false;
    }
  }

  /** Gives the process a moment, and returns whether it has ended in it. */
  private boolean ended() {
    try {
      return process.waitFor(50, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    process.destroy();
    process.onExit().join();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
