// SPDX-License-Identifier: Apache-2.0
package bankml.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Sends requests byte by byte as they are given: any path, any Host, any header. */
public final class RawClient {

  /** An answer; headers by their names in lower case. */
  public record Answer(int status, Map<String, String> headers, String body) {
    /** Returns a header. */
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name));
    }

    /** Returns the lines of the body; the end of the last one is no line. */
    public List<String> lines() {
      return body.isEmpty() ? List.of() : body.lines().toList();
    }
  }

  private static final int TIMEOUT_MS = 120_000;

  private RawClient() {}

  /** Asks, and returns the whole answer. */
  public static Answer ask(
      URI server, String method, String path, Map<String, String> headers, byte[] body) {
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(TIMEOUT_MS);
      StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
      headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
      head.append("Connection: close\r\n");
      if (body.length > 0 || method.equals("POST")) {
        head.append("Content-Length: " + body.length + "\r\n");
      }
      head.append("\r\n");
      socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().write(body);
      socket.getOutputStream().flush();
      return parse(socket.getInputStream().readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Answer parse(byte[] bytes) {
    String all = new String(bytes, StandardCharsets.ISO_8859_1);
    int end = all.indexOf("\r\n\r\n");
    List<String> head = List.of(all.substring(0, end).split("\r\n"));
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : head.subList(1, head.size())) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    byte[] body = Arrays.copyOfRange(bytes, end + 4, bytes.length);
    if ("chunked".equals(headers.get("transfer-encoding"))) {
      body = unchunked(body);
    }
    return new Answer(
        Integer.parseInt(head.getFirst().split(" ")[1]),
        headers,
        new String(body, StandardCharsets.UTF_8));
  }

  private static byte[] unchunked(byte[] chunked) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    int at = 0;
    while (true) {
      int lineEnd = at;
      while (chunked[lineEnd] != '\r') {
        lineEnd++;
      }
      int size =
          Integer.parseInt(new String(chunked, at, lineEnd - at, StandardCharsets.US_ASCII), 16);
      if (size == 0) {
        return whole.toByteArray();
      }
      whole.write(chunked, lineEnd + 2, size);
      at = lineEnd + 2 + size + 2;
    }
  }
}
