// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import bankml.sampling.SamplingFields;
import bankml.sampling.SamplingOptions;
import bankml.testkit.LlamaServer;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers under every sampling option at random against llama-server's, token for token; {@code
 * -Dbankml.sampling.cases=N} asks for more of them a model.
 */
@Tag("oracle")
class SamplingOptionsOracleTest {
  private static final int CASES = Integer.getInteger("bankml.sampling.cases", 60);
  private static final JsonMapper JSON = new JsonMapper();
  private static final String MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf";

  @ParameterizedTest
  @CsvSource({MODEL + ", 21", "smollm2-Q8_0.gguf, 22"})
  void answersAreLlamaServers(String name, int seed) {
    List<Continuation> cases = AnyRequest.cases(seed, CASES);
    ServerAnswers.compare(name, "answers-options-" + name, cases);
  }

  /** What llama-server refuses in sampling fields, and its words. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("{'repeat_last_n': -1}", "between 0 <= value"),
          Map.entry("{'dry_penalty_last_n': -1}", "between 0 <= value"),
          Map.entry("{'dry_allowed_length': -1}", "between 0 <= value"),
          Map.entry("{'min_keep': -1}", "between 0 <= value"),
          Map.entry("{'repeat_penalty': 0}", "greater than 0"),
          Map.entry("{'repeat_penalty': -1.5}", "greater than 0"),
          Map.entry("{'repeat_penalty': 1e-39}", "greater than 0"),
          Map.entry("{'temperature': 'warm'}", "type must be number"),
          Map.entry("{'top_k': '40'}", "type must be number"),
          Map.entry("{'min_p': []}", "type must be number"),
          Map.entry("{'dry_sequence_breakers': []}", "non-empty array of strings"),
          Map.entry("{'ignore_eos': 1}", "type must be boolean"),
          Map.entry("{'samplers': ['top_k', 3]}", "type must be string"));

  /** What llama-server moves into a range or passes over, and bankml refuses. */
  private static final List<String> REFUSED_BY_BANKML =
      List.of(
          "{'top_p': 1.5}",
          "{'top_p': -0.1}",
          "{'min_p': 2}",
          "{'temperature': -1}",
          "{'xtc_probability': 1.1}",
          "{'xtc_threshold': -1}",
          "{'mirostat': 3}",
          "{'repeat_penalty': 1e39}",
          "{'frequency_penalty': 1e39}",
          "{'presence_penalty': -1e39}",
          "{'dry_base': 0.5}",
          "{'top_k': 1.5}",
          "{'samplers': ['top_q']}",
          "{'samplers': 'q'}",
          "{'logit_bias': [[1, true]]}",
          "{'logit_bias': [[1]]}",
          "{'logit_bias': 3}",
          "{'logit_bias': [[99999999, 1.0]]}");

  @Test
  void whatLlamaServerRefusesIsRefused() {
    Reference reference = Reference.find().orElse(null);
    if (reference == null) {
      REFUSED.keySet().forEach(SamplingOptionsOracleTest::refused);
      OracleLog.equal("sampling-refusals", Authority.NONE, 0);
      return;
    }
    try (LlamaServer server = LlamaServer.start(reference, reference.model(MODEL), "-c", "256")) {
      REFUSED.forEach((fields, words) -> {
        assertThatThrownBy(() -> server.completion(request(fields)), fields)
            .hasMessageContaining(words);
        refused(fields);
      });
      for (String fields : REFUSED_BY_BANKML) {
        assertThat(server.completion(request(fields)).has("content")).as(fields).isTrue();
      }
    }
    OracleLog.equal("sampling-refusals", Authority.LIVE, REFUSED.size());
  }

  @Test
  void whatLlamaServerWouldNotHonourIsRefused() {
    REFUSED_BY_BANKML.stream()
        .filter(fields -> !fields.contains("99999999")) // known with the vocabulary only
        .forEach(SamplingOptionsOracleTest::refused);
  }

  private static ObjectNode request(String fields) {
    ObjectNode request = JSON.readTree(fields.replace('\'', '"')).asObject();
    request.putArray("prompt").add(1).add(2);
    return request.put("n_predict", 1);
  }

  private static void refused(String fields) {
    String name = fields.substring(2, fields.indexOf('\'', 2));
    JsonNode request = JSON.readTree(fields.replace('\'', '"'));
    assertThatThrownBy(() -> SamplingFields.read(request, SamplingOptions.DEFAULT), fields)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(name);
  }
}
