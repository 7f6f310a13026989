// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.Refusal;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The template engine against the reference's: what is printed, and what is a fault. */
@Tag("oracle")
class JinjaOracleTest {
  private static final long SEED = 20_261;

  /** In the reference's answer: a template cut a character in two, which we refuse. */
  private static final String BROKEN = "\uFFFD";

  @Test
  void featuresAndQuirks() {
    compare("jinja-by-hand", JinjaCases.all());
  }

  @Test
  void randomTemplates() {
    compare("jinja-random", RandomTemplates.of(SEED, 3000));
  }

  private static void compare(String suite, List<String> templates) {
    List<ObjectNode> questions = templates.stream().map(JinjaOracleTest::question).toList();
    List<String> wrong = new ArrayList<>();
    long compared = 0;
    try (Answers answers = Answers.to(suite)) {
      for (Answers.Answer answer : answers.ask(questions)) {
        String template = templates.get(answer.index());
        String theirs =
            answer.json().path("ok").booleanValue()
                ? "prints " + answer.json().path("prompt").asString()
                : "fails";
        String ours = render(template);
        if (!ours.equals(theirs.contains(BROKEN) ? "fails" : theirs)) {
          wrong.add("%n%s%n--- theirs: %s%n--- ours: %s%n".formatted(template, theirs, ours));
        }
        compared++;
      }
      assertThat(wrong.stream().limit(5))
          .as("%s, seed %d, %d wrong of %d", suite, SEED, wrong.size(), compared)
          .isEmpty();
      OracleLog.equal(suite, answers.authority(), compared);
    }
  }

  private static ObjectNode question(String template) {
    ObjectNode question = Probe.request("template").put("template", template);
    question.putArray("messages").addObject().put("role", "user").put("content", "Hi");
    question.set("kwargs", JinjaCases.VARIABLES);
    return question;
  }

  private static String render(String template) {
    Map<String, JsonNode> variables = new LinkedHashMap<>();
    JinjaCases.VARIABLES.properties().forEach(e -> variables.put(e.getKey(), e.getValue()));
    ChatRequest request =
        ChatRequest.of(List.of(ChatMessage.of("user", "Hi"))).withKwargs(variables);
    try {
      return "prints " + ChatTemplate.of(template, "", "").render(request);
    } catch (Refusal refusal) {
      return "fails";
    }
  }
}
