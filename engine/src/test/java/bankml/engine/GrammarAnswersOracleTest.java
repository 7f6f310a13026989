// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers under grammars and JSON schemas against llama-server's, token for token; {@code
 * -Dbankml.grammar.cases=N} asks for more of them a model.
 */
@Tag("oracle")
class GrammarAnswersOracleTest {
  private static final int CASES = Integer.getInteger("bankml.grammar.cases", 24);
  private static final int TOKENS = 20;
  private static final JsonMapper JSON = new JsonMapper();

  /** Values of {@code grammar} and {@code json_schema}. */
  private static final List<String> FIELDS =
      List.of(
          "{'grammar': 'root ::= [a-z ]+ [.] '}",
          "{'grammar': 'root ::= (yes | no) [0-9]{0,3}\\nyes ::= \\\"Yes\\\" | \\\" yes\\\"\\nno ::= \\\"No\\\"'}",
          "{'grammar': 'root ::= [^aeiou]* \\\"é\\\" .*'}",
          "{'grammar': 'root ::= \\\"\\\" | ([A-Z] [a-z]* \\\" \\\"?)+'}",
          "{'grammar': 'root ::= \\\"日本\\\" [ぁ-ゟ]{2,5} \\\"。\\\"'}",
          "{'grammar': 'root ::= <[1]> | !<[28]> !<[30]> [0-9]+'}",
          "{'json_schema': {}}",
          "{'json_schema': {'type': 'object', 'properties': {'name': {'type': 'string'},"
              + " 'age': {'type': 'integer', 'minimum': 3, 'maximum': 120}}, 'required': ['name']}}",
          "{'json_schema': {'type': 'array', 'items': {'enum': ['red', 'green', 7, null]},"
              + " 'minItems': 2, 'maxItems': 4}}",
          "{'json_schema': {'anyOf': [{'const': 'café'}, {'type': 'number'},"
              + " {'type': 'string', 'format': 'date'}]}}",
          "{'json_schema': {'type': 'string', 'pattern': '^(ab|cd){2,4}[0-9]+$'}}");

  @ParameterizedTest
  @CsvSource({"SmolLM2-135M-Instruct.Q4_1.gguf, 31", "smollm2-Q8_0.gguf, 32"})
  void answersAreLlamaServers(String name, int seed) {
    ServerAnswers.compare(name, "answers-grammar-" + name, cases(seed));
  }

  private static List<Continuation> cases(int seed) {
    Random random = new Random(seed);
    List<Continuation> cases = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      String fields = FIELDS.get(i % FIELDS.size()).replace('\'', '"');
      ObjectNode request = JSON.readTree(fields).asObject().put("seed", random.nextInt(1 << 30));
      switch (random.nextInt(4)) {
        case 0 -> request.put("temperature", 0);
        case 1 -> request.put("temperature", 1.5).put("top_k", 0).put("top_p", 1).put("min_p", 0);
        case 2 -> request.put("repeat_penalty", 1.2).put("xtc_probability", 0.5);
        default -> {}
      }
      int prompt = 5 + random.nextInt(40);
      cases.add(new Continuation(prompt, Integer.MAX_VALUE, request, TOKENS, List.of()));
    }
    return cases;
  }
}
