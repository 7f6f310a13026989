// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.gguf.Refusal;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.Probe;
import bankml.testkit.Reference;
import java.time.ZonedDateTime;
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
    Answers answers = Answers.to(suite);
    int compared =
        answers.hold(
            templates,
            reference -> theirs(reference, templates),
            i -> render(templates.get(i), answers.time()));
    OracleLog.equal(suite, answers.authority(), compared);
  }

  private static List<String> theirs(Reference reference, List<String> templates) {
    try (Probe probe = new Probe(reference)) {
      return probe.askAll(templates.stream().map(JinjaOracleTest::question).toList()).stream()
          .map(JinjaOracleTest::printed)
          .toList();
    }
  }

  private static String printed(JsonNode answer) {
    String prompt = answer.path("prompt").asString("");
    boolean printed = answer.path("ok").booleanValue() && !prompt.contains(BROKEN);
    return printed ? "prints " + prompt : "fails";
  }

  private static ObjectNode question(String template) {
    ObjectNode question = Probe.request("template").put("template", template);
    question.putArray("messages").addObject().put("role", "user").put("content", "Hi");
    question.set("kwargs", JinjaCases.VARIABLES);
    return question;
  }

  private static String render(String template, ZonedDateTime now) {
    Map<String, JsonNode> variables = new LinkedHashMap<>();
    JinjaCases.VARIABLES.properties().forEach(e -> variables.put(e.getKey(), e.getValue()));
    ChatRequest request =
        ChatRequest.of(List.of(ChatMessage.of("user", "Hi"))).withKwargs(variables).withNow(now);
    try {
      return "prints " + ChatTemplate.of(template, "", "").render(request);
    } catch (Refusal refusal) {
      return "fails";
    }
  }
}
