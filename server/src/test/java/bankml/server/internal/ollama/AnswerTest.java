// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankml.server.RawClient;
import bankml.server.Served;
import bankml.server.internal.json.StrictJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Answers of the real model, over HTTP. */
class AnswerTest {
  @TempDir private static Path folder = Path.of("");
  private static Optional<Served> served = Optional.empty();

  private static final String ASK =
      "{\"model\":\"smollm2:135m\",\"messages\":[{\"role\":\"user\",\"content\":\"Why is the sky"
          + " blue?\"}],\"options\":{\"temperature\":0,\"num_predict\":%d}%s}";

  @BeforeAll
  static void start() {
    served = Served.start(folder);
  }

  @AfterAll
  static void stop() {
    served.ifPresent(Served::close);
  }

  private static Served server() {
    assumeTrue(served.isPresent(), "no reference model on this machine");
    return served.orElseThrow();
  }

  @Test
  void theStreamIsTheWholeAnswerInPieces() {
    JsonNode whole = json(chat(12, ",\"stream\":false").body());
    List<JsonNode> lines = lines(server().ask("POST", "/api/chat", ASK.formatted(12, "")));
    StringBuilder joined = new StringBuilder();
    lines.forEach(line -> joined.append(line.path("message").path("content").asString()));
    assertThat(joined).hasToString(whole.path("message").path("content").asString());
    assertThat(lines.subList(0, lines.size() - 1)).noneMatch(l -> l.path("done").booleanValue());
    JsonNode last = lines.getLast();
    assertThat(last.path("done").booleanValue()).isTrue();
    for (JsonNode end : List.of(whole, last)) {
      assertThat(end.path("done_reason").asString()).isEqualTo("length");
      assertThat(end.path("eval_count").intValue()).isEqualTo(12);
      assertThat(end.path("prompt_eval_count").intValue()).isEqualTo(15);
      assertThat(end.path("total_duration").longValue()).isPositive();
      assertThat(end.path("bankml_receipt").path("model_sha256").asString()).hasSize(64);
    }
  }

  /** B01: the count is the whole prompt's, whatever was reused. */
  @Test
  void countsDoNotDependOnWhatWasAskedBefore() {
    String body =
        "{\"model\":\"smollm2:135m\",\"prompt\":\"hello\",\"stream\":false,"
            + "\"options\":{\"temperature\":0,\"num_predict\":4}}";
    JsonNode first = json(server().ask("POST", "/api/generate", body).body());
    JsonNode second = json(server().ask("POST", "/api/generate", body).body());
    for (JsonNode answer : List.of(first, second)) {
      assertThat(answer.path("prompt_eval_count").intValue()).isEqualTo(10);
      assertThat(answer.path("eval_count").intValue()).isEqualTo(4);
    }
    assertThat(second.path("response")).isEqualTo(first.path("response"));
  }

  @Test
  void theReceiptIsOfTheBodyAsItWasSent() throws Exception {
    String body = ASK.formatted(3, ",\"stream\":false");
    JsonNode receipt = json(server().ask("POST", "/api/chat", body).body()).path("bankml_receipt");
    byte[] hash =
        java.security.MessageDigest.getInstance("SHA-256")
            .digest(body.getBytes(StandardCharsets.UTF_8));
    assertThat(receipt.path("request_sha256").asString())
        .isEqualTo(java.util.HexFormat.of().formatHex(hash));
  }

  /** B16, B17: an over-long prompt is refused with both numbers, on each route. */
  @Test
  void anOverlongPromptIsRefused() {
    String words = "w ".repeat(500);
    String generate =
        "{\"model\":\"smollm2:135m\",\"prompt\":\"" + words + "\",\"options\":{\"num_ctx\":64}}";
    assertThat(server().ask("POST", "/api/generate", generate))
        .returns(400, RawClient.Answer::status)
        .extracting(RawClient.Answer::body)
        .asString()
        .contains("exceeds the context length", "num_ctx is 64");
    String chat =
        "{\"model\":\"smollm2:135m\",\"messages\":[{\"role\":\"user\",\"content\":\""
            + words
            + "\"}],\"options\":{\"num_ctx\":64}}";
    assertThat(server().ask("POST", "/api/chat", chat).status()).isEqualTo(400);
  }

  @Test
  void whatWasVerifiedIsTold() {
    String hash =
        json(chat(1, ",\"stream\":false").body())
            .path("bankml_receipt")
            .path("model_sha256")
            .asString();
    JsonNode verified = json(server().ask("GET", "/bankml", "").body()).path("verified");
    assertThat(verified).hasSize(1);
    assertThat(verified.get(0).path("model_sha256").asString()).isEqualTo(hash);
    assertThat(verified.get(0).path("verified_at").asString()).endsWith("Z");
  }

  /** A stopped reader stops the computation: the model is free for the next one. */
  @Test
  void aClientThatHangsUpFreesTheModel() throws IOException {
    String body = ASK.formatted(3000, "");
    try (Socket socket = new Socket(server().uri().getHost(), server().uri().getPort())) {
      String request =
          "POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(body.length(), body);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(lines.lines().anyMatch(line -> line.contains("\"content\":"))).isTrue();
    }
    JsonNode next = json(chat(2, ",\"stream\":false").body());
    assertThat(next.path("eval_count").intValue()).isEqualTo(2);
    // Had the first been computed to its end, load_duration, the wait, would be much longer.
    assertThat(next.path("load_duration").longValue()).isLessThan(20_000_000_000L);
  }

  private static RawClient.Answer chat(int tokens, String more) {
    return server().ask("POST", "/api/chat", ASK.formatted(tokens, more));
  }

  private static List<JsonNode> lines(RawClient.Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    return answer.lines().stream().map(AnswerTest::json).toList();
  }

  private static JsonNode json(String text) {
    return StrictJson.read(text.getBytes(StandardCharsets.UTF_8));
  }
}
