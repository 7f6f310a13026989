// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankml.server.RawClient;
import bankml.server.Served;
import bankml.server.internal.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** OpenAI's API over HTTP, with the real model: shapes, and what is refused. */
class OpenAiTest {
  @TempDir private static Path folder = Path.of("");
  private static Optional<Served> served = Optional.empty();

  private static final String CHAT =
      "{\"model\":\"smollm2:135m\",\"messages\":[{\"role\":\"user\",\"content\":\"Why is the sky"
          + " blue?\"}],\"temperature\":0,\"max_tokens\":4%s}";

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
  void modelsAreListedAndFound() {
    JsonNode list = json(ask("GET", "/v1/models", "", 200));
    assertThat(list.path("object").asString()).isEqualTo("list");
    assertThat(list.path("data").valueStream().map(m -> m.path("id").asString()))
        .containsExactlyInAnyOrderElementsOf(Served.NAMES);
    JsonNode one = json(ask("GET", "/v1/models/fromfile:a", "", 200));
    assertThat(one.propertyNames()).containsExactly("id", "object", "created", "owned_by");
    assertThat(one.path("id").asString()).isEqualTo("fromfile:a");
    JsonNode error = json(ask("GET", "/v1/models/nope", "", 404)).path("error");
    assertThat(error.path("message").asString()).isEqualTo("model 'nope' not found");
  }

  @Test
  void aWholeChatHasTheRecordedShape() {
    JsonNode whole = json(ask("POST", "/v1/chat/completions", CHAT.formatted(""), 200));
    assertThat(whole.propertyNames())
        .containsExactly(
            "id",
            "object",
            "created",
            "model",
            "system_fingerprint",
            "choices",
            "usage",
            "timings",
            "bankml_receipt");
    JsonNode choice = whole.path("choices").path(0);
    assertThat(choice.propertyNames()).containsExactly("index", "message", "finish_reason");
    assertThat(choice.path("message").path("content").asString()).isNotEmpty();
    assertThat(whole.path("usage").path("prompt_tokens").intValue()).isEqualTo(15);
    assertThat(whole.path("bankml_receipt").path("model_sha256").asString()).hasSize(64);
  }

  @Test
  void aStreamEndsWithCountsAndDone() {
    String body = CHAT.formatted(",\"stream\":true,\"stream_options\":{\"include_usage\":true}");
    RawClient.Answer answer = server().ask("POST", "/v1/chat/completions", body);
    assertThat(answer.header("content-type")).hasValue("text/event-stream");
    assertThat(answer.body()).endsWith("\n\ndata: [DONE]\n\n");
    List<JsonNode> events = Told.events(answer.body());
    JsonNode usage = events.getLast();
    assertThat(usage.path("choices").isEmpty()).isTrue();
    assertThat(usage.path("usage").path("completion_tokens").intValue()).isEqualTo(4);
    assertThat(usage.path("bankml_receipt").isObject()).isTrue();
    JsonNode end = events.get(events.size() - 2).path("choices").path(0);
    assertThat(end.path("finish_reason").asString()).isEqualTo("length");
    assertThat(events.subList(0, events.size() - 2))
        .allMatch(e -> e.path("choices").path(0).path("finish_reason").isNull());
  }

  @Test
  void reuseIsToldAndSwitchedOff() {
    ask("POST", "/v1/chat/completions", CHAT.formatted(""), 200);
    JsonNode warm = json(ask("POST", "/v1/chat/completions", CHAT.formatted(""), 200));
    JsonNode cold =
        json(ask("POST", "/v1/chat/completions", CHAT.formatted(",\"cache_prompt\":false"), 200));
    int reused = warm.path("timings").path("cache_n").intValue();
    assertThat(reused + warm.path("timings").path("prompt_n").intValue()).isEqualTo(15);
    JsonNode details = warm.path("usage").path("prompt_tokens_details");
    assertThat(details.path("cached_tokens").intValue()).isEqualTo(reused);
    assertThat(cold.path("timings").path("cache_n").intValue()).isZero();
    assertThat(cold.path("choices")).isEqualTo(warm.path("choices"));
  }

  /** Each of these fields, with that value, is a 400 that names the field. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "tools; [{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{}}}]",
        "tool_choice; \"required\"",
        "functions; [{\"name\":\"f\"}]",
        "response_format; {\"type\":\"json_object\"}",
        "response_format; {\"type\":\"json_schema\",\"json_schema\":{\"schema\":{}}}",
        "response_format; {\"type\":\"xml\"}",
        "n; 2",
        "n; 0",
        "audio; {\"voice\":\"x\"}",
        "modalities; [\"text\",\"audio\"]",
        "store; true",
        "service_tier; \"flex\"",
        "web_search_options; {}",
        "prediction; {\"type\":\"content\"}",
        "verbosity; \"low\"",
        "unknown; 1",
        "grammar; \"root ::= [a]\"",
        "json_schema; {}",
        "lora; [{\"id\":0,\"scale\":1}]",
        "id_slot; 3",
        "return_progress; true",
        "timings_per_token; true",
        "adaptive_target; 0.5",
        "response_fields; [\"content\"]",
        "max_tokens; -2",
        "max_tokens; 1.5",
        "max_tokens; \"4\"",
        "max_completion_tokens; 5",
        "stop; [\"a\", 5]",
        "stop; 5",
        "stop; \"\"",
        "seed; 4294967296",
        "seed; \"1\"",
        "temperature; -1",
        "temperature; \"warm\"",
        "top_p; 1.5",
        "min_p; -1",
        "repeat_penalty; 0",
        "logit_bias; 3",
        "stream; \"yes\"",
        "stream_options; {\"include_obfuscation\":true}",
        "logprobs; 1",
        "top_logprobs; 2",
        "chat_template_kwargs; 3",
        "messages; []",
        "messages; {}",
      })
  void whatIsNotSupportedIsRefusedByName(String field, String value) {
    String plain = CHAT.formatted("");
    String member = "\"" + field + "\":" + value;
    String body =
        switch (field) {
          case "temperature" -> plain.replace("\"temperature\":0", member);
          case "max_tokens" -> plain.replace("\"max_tokens\":4", member);
          case "messages" -> plain.replaceFirst("\"messages\":\\[.*?]", member);
          default -> CHAT.formatted("," + member);
        };
    JsonNode error = json(ask("POST", "/v1/chat/completions", body, 400)).path("error");
    assertThat(error.propertyNames()).containsExactly("message", "type", "param", "code");
    assertThat(error.path("type").asString()).isEqualTo("invalid_request_error");
    assertThat(error.path("param").asString().replaceAll("\\..*", "")).isEqualTo(field);
    assertThat(error.path("message").asString()).contains(field.replaceAll("s$", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"role\":\"user\"}",
        "{\"role\":\"user\",\"content\":null}",
        "{\"role\":\"user\",\"content\":5}",
        "{\"content\":\"a\"}",
        "{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"x\"}}]}",
        "{\"role\":\"user\",\"content\":[{\"type\":\"input_audio\"}]}",
        "{\"role\":\"user\",\"content\":\"a\",\"images\":[\"x\"]}",
        "5",
      })
  void messagesThatAreNoneAreRefused(String message) {
    String body = "{\"model\":\"smollm2:135m\",\"messages\":[" + message + "]}";
    JsonNode error = json(ask("POST", "/v1/chat/completions", body, 400)).path("error");
    assertThat(error.path("param").asString()).startsWith("messages");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"n\":1",
        "\"tools\":[]",
        "\"tools\":null",
        "\"response_format\":{\"type\":\"text\"}",
        "\"user\":\"u\",\"metadata\":{\"a\":\"b\"}",
        "\"store\":false,\"parallel_tool_calls\":true",
        "\"max_completion_tokens\":4",
      })
  void whatAsksForNothingIsAccepted(String member) {
    ask("POST", "/v1/chat/completions", CHAT.formatted("," + member), 200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/v1/completions; best_of; 2",
        "/v1/completions; echo; true",
        "/v1/completions; suffix; \"x\"",
        "/v1/completions; prompt; [\"a\",\"b\"]",
        "/v1/completions; prompt; null",
        "/v1/completions; prompt; [1.5]",
        "/v1/completions; logprobs; 30",
        "/completion; prompt; {\"prompt_string\":\"a\"}",
        "/completion; n_probs; -1",
        "/completion; t_max_predict_ms; 5",
        "/completion; post_sampling_probs; true",
      })
  void completionsRefuseByName(String path, String field, String value) {
    String prompt = field.equals("prompt") ? "" : "\"prompt\":\"Hello\",";
    String body = "{\"model\":\"smollm2:135m\"," + prompt + "\"" + field + "\":" + value + "}";
    JsonNode error = json(ask("POST", path, body, 400)).path("error");
    assertThat(error.path("param").asString()).isEqualTo(field);
  }

  @Test
  void modelsAreNeededAndKnown() {
    String none = CHAT.formatted("").replace("smollm2:135m", "");
    JsonNode missing = json(ask("POST", "/v1/chat/completions", none, 400)).path("error");
    assertThat(missing.path("message").asString()).isEqualTo("model is required");
    String unknown = CHAT.formatted("").replace("smollm2:135m", "nope");
    for (String body : List.of(unknown, unknown.replace("\"temperature\":0", "\"stream\":true"))) {
      JsonNode error = json(ask("POST", "/v1/chat/completions", body, 404)).path("error");
      assertThat(error.path("message").asString()).isEqualTo("model 'nope' not found");
      assertThat(error.path("type").asString()).isEqualTo("not_found_error");
    }
  }

  @Test
  void anOverlongPromptIsRefused() {
    String body =
        "{\"model\":\"smollm2:135m\",\"prompt\":\"" + "w ".repeat(5000) + "\",\"stream\":true}";
    JsonNode error = json(ask("POST", "/v1/completions", body, 400)).path("error");
    assertThat(error.path("message").asString()).contains("4096");
  }

  private static String ask(String method, String path, String body, int status) {
    RawClient.Answer answer = server().ask(method, path, body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.header("content-type")).hasValue("application/json");
    return answer.body();
  }

  private static JsonNode json(String text) {
    return StrictJson.read(text.getBytes(StandardCharsets.UTF_8));
  }
}
