// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prompts against the reference's template engine, byte for byte; what it refuses, we refuse. */
@Tag("oracle")
class ChatTemplateOracleTest {
  private static final long SEED = 317;
  private static final Optional<Reference> REFERENCE = Reference.find();

  @ParameterizedTest
  @ValueSource(strings = {"smollm2-Q8_0.gguf", "qwen3-tied-Q8_0.gguf"})
  void templateOfAModel(String file) {
    if (REFERENCE.isEmpty()) {
      OracleLog.equal("template-" + file, OracleLog.Authority.NONE, 0);
      return;
    }
    Path path = REFERENCE.get().model(file);
    try (ModelFile model = ModelFile.open(path)) {
      ChatTemplate template = ChatTemplate.of(model.header(), Tokenizer.of(model.header()));
      List<ObjectNode> questions = questions(300);
      questions.forEach(q -> q.put("model", path.toString()));
      assertThat(compare("template-" + file, template, questions)).isGreaterThanOrEqualTo(317);
    }
  }

  @Test
  void plainChatMl() {
    List<ObjectNode> questions = questions(300);
    questions.forEach(q -> q.put("template", "chatml").put("bos", "<s>").put("eos", "</s>"));
    ChatTemplate template = ChatTemplate.of("chatml", "<s>", "</s>");
    long compared = compare("template-chatml", template, questions);
    assertThat(compared).isGreaterThanOrEqualTo(REFERENCE.isPresent() ? 317 : 0);
  }

  static List<Path> shipped() throws IOException {
    if (REFERENCE.isEmpty()) {
      return List.of(Path.of("none.jinja"));
    }
    try (var files = Files.list(REFERENCE.get().sourceFile("models/templates"))) {
      return files.filter(path -> path.toString().endsWith(".jinja")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void shippedTemplate(Path file) throws IOException {
    String suite = "template-" + file.getFileName();
    if (REFERENCE.isEmpty()) {
      OracleLog.equal("template-shipped", OracleLog.Authority.NONE, 0);
      return;
    }
    String source = Files.readString(file);
    List<ObjectNode> questions = questions(10);
    questions.forEach(q -> q.put("template", source).put("bos", "<s>").put("eos", "</s>"));
    assertThat(compare(suite, ChatTemplate.of(source, "<s>", "</s>"), questions))
        .isGreaterThanOrEqualTo(20);
  }

  /**
   * Every conversation plain; those by hand also with tools, without thinking, without a turn
   * begun; and requests with anything in them.
   */
  private static List<ObjectNode> questions(int random) {
    List<ObjectNode> questions = new ArrayList<>();
    for (JsonNode messages : Conversations.byHand()) {
      questions.add(Conversations.question(messages));
      ObjectNode tools = Conversations.question(messages);
      tools.set("tools", Conversations.TOOLS);
      questions.add(tools);
      questions.add(Conversations.question(messages).put("enable_thinking", false));
      questions.add(Conversations.question(messages).put("add_generation_prompt", false));
    }
    Conversations.random(SEED, random).forEach(m -> questions.add(Conversations.question(m)));
    questions.addAll(RandomRequests.of(SEED, random));
    questions.add(Conversations.question(Conversations.ofTurns(300)));
    return questions;
  }

  private static long compare(String suite, ChatTemplate template, List<ObjectNode> questions) {
    long equal = 0;
    List<String> wrong = new ArrayList<>();
    ZonedDateTime before = ZonedDateTime.now(ZoneId.systemDefault());
    try (Answers answers = Answers.to(suite)) {
      for (Answers.Answer answer : answers.ask(questions)) {
        ObjectNode question = questions.get(answer.index());
        String ours = render(template, question, before);
        boolean refused = !answer.json().path("ok").booleanValue();
        String theirs = refused ? "refused" : answer.json().path("prompt").asString();
        // The reference prints its own clock's time, and a day may have begun since the question.
        if (ours.equals(theirs)
            || render(template, question, ZonedDateTime.now(ZoneId.systemDefault())).equals(theirs)
            || (refused && ours.startsWith("refused: "))) {
          equal++;
        } else {
          wrong.add(describe(question, theirs + answer.json().path("error").asString(""), ours));
        }
      }
      assertThat(wrong.stream().limit(3))
          .as("%s, seed %d, %d wrong", suite, SEED, wrong.size())
          .isEmpty();
      OracleLog.equal(suite, answers.authority(), equal);
    }
    return equal;
  }

  private static String render(ChatTemplate template, ObjectNode question, ZonedDateTime now) {
    try {
      ChatRequest request =
          ChatRequest.of(ChatMessage.parse(question.get("messages")))
              .withTools(question.has("tools") ? ChatTool.parse(question.get("tools")) : List.of())
              .withThinking(question.path("enable_thinking").asBoolean(true))
              .withGenerationPrompt(question.path("add_generation_prompt").asBoolean(true))
              .withKwargs(kwargs(question))
              .withNow(now);
      return template.render(
          question.has("json_schema")
              ? request.withJsonSchema(question.get("json_schema"))
              : request);
    } catch (Refusal refusal) {
      return "refused: " + refusal.getMessage();
    }
  }

  private static Map<String, JsonNode> kwargs(ObjectNode question) {
    Map<String, JsonNode> kwargs = new LinkedHashMap<>();
    question.path("kwargs").properties().forEach(e -> kwargs.put(e.getKey(), e.getValue()));
    return kwargs;
  }

  private static String describe(ObjectNode question, String theirs, String ours) {
    ObjectNode brief = question.deepCopy();
    brief.remove(List.of("template", "model"));
    return "%n%s%n--- theirs%n%s%n--- ours%n%s%n".formatted(brief, theirs, ours);
  }
}
