// SPDX-License-Identifier: Apache-2.0
package bankml.server.replay;

import bankml.testkit.Reference;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One request to a real Ollama server, and what it answered.
 *
 * @param group the file that it is in
 * @param json all that was recorded
 */
record Recording(String group, JsonNode json) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Returns the folder of the recordings, where this machine has them. */
  static Optional<Path> folder() {
    return Reference.find().map(r -> r.folder().resolveSibling("recordings"));
  }

  /** Returns all recordings of {@code group}, in their order. */
  static List<Recording> of(Path folder, String group) {
    try {
      return Files.readAllLines(folder.resolve(group + ".jsonl")).stream()
          .map(line -> new Recording(group, MAPPER.readTree(line)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads JSON that need not be strict. */
  static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /** Returns group and case. */
  String name() {
    return group + "/" + json.path("case").asString();
  }

  String method() {
    return json.path("method").asString();
  }

  String path() {
    return json.path("path").asString();
  }

  /** Returns the body; bytes that are not UTF-8 stand there as halves of surrogate pairs. */
  byte[] body() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    json.path("request_body")
        .asString("")
        .codePoints()
        .forEach(c -> {
          if (c >= 0xDC80 && c <= 0xDCFF) {
            bytes.write(c & 0xFF);
          } else {
            bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
          }
        });
    return bytes.toByteArray();
  }

  /** Returns the request's headers, with {@code ownPort} where the recorded server's port was. */
  Map<String, String> headers(int ownPort) {
    Map<String, String> headers = new LinkedHashMap<>();
    JsonNode host = json.path("host_header");
    headers.put("Host", host.isString() ? host.asString() : "127.0.0.1:11500");
    for (String kind : List.of("request_headers", "extra_request_headers")) {
      json.path(kind).properties().forEach(h -> headers.put(h.getKey(), h.getValue().asString()));
    }
    headers.replaceAll((name, value) -> value.replace("11500", Integer.toString(ownPort)));
    return headers;
  }

  int status() {
    return json.path("status").intValue();
  }

  /** Returns a header of the answer, of those that say what it means. */
  Optional<String> answerHeader(String name) {
    for (String kind : List.of("response_headers", "extra_response_headers")) {
      for (Map.Entry<String, JsonNode> header : json.path(kind).properties()) {
        if (header.getKey().toLowerCase(Locale.ROOT).equals(name)) {
          return Optional.of(header.getValue().asString());
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the lines of the answer. */
  List<String> lines() {
    return texts(json.path("response_lines")).toList();
  }

  /** Returns the paths of what changes from run to run. */
  Set<String> changing() {
    return texts(json.path("volatile")).collect(Collectors.toSet());
  }

  private static java.util.stream.Stream<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asString);
  }
}
