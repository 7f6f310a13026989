// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Probe;
import bankml.testkit.Reference;
import bankml.testkit.SmolLm2;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prompts against the reference's template engine, byte for byte; what it refuses, we refuse. */
@Tag("oracle")
class ChatTemplateOracleTest {
  private static final long SEED = 317;
  private static final String REFUSED = "refused";
  private static final Optional<Reference> REFERENCE = Reference.find();

  @Test
  void smollm() {
    Answers answers = Answers.to("template-smollm");
    if (answers.authority() == Authority.NONE || SmolLm2.file().isEmpty()) {
      OracleLog.equal("template-smollm", Authority.NONE, 0);
      return;
    }
    ofModel(answers, "smollm", SmolLm2.file().get());
  }

  @Test
  void qwen() {
    Answers answers = Answers.live("template-qwen3");
    if (REFERENCE.isEmpty()) {
      OracleLog.equal("template-qwen3", answers.authority(), 0);
      return;
    }
    ofModel(answers, "qwen3", REFERENCE.get().model("qwen3-tied-Q8_0.gguf"));
  }

  private static void ofModel(Answers answers, String name, Path path) {
    try (ModelFile model = ModelFile.open(path)) {
      ChatTemplate template = ChatTemplate.of(model.header(), Tokenizer.of(model.header()));
      List<ObjectNode> questions = questions(300);
      int compared =
          compare(answers, template, questions, question -> question.put("model", path.toString()));
      assertThat(compared).isGreaterThanOrEqualTo(317);
      OracleLog.equal("template-" + name, answers.authority(), compared);
    }
  }

  @Test
  void plainChatMl() {
    Answers answers = Answers.to("template-chatml");
    ChatTemplate template = ChatTemplate.of("chatml", "<s>", "</s>");
    int compared =
        compare(
            answers,
            template,
            questions(300),
            question -> question.put("template", "chatml").put("bos", "<s>").put("eos", "</s>"));
    assertThat(compared).isGreaterThanOrEqualTo(answers.authority() == Authority.NONE ? 0 : 317);
    OracleLog.equal("template-chatml", answers.authority(), compared);
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
    Answers answers = Answers.live("template-" + file.getFileName());
    if (REFERENCE.isEmpty()) {
      OracleLog.equal("template-shipped", answers.authority(), 0);
      return;
    }
    String source = Files.readString(file);
    ChatTemplate template = ChatTemplate.of(source, "<s>", "</s>");
    int compared =
        compare(
            answers,
            template,
            questions(10),
            question -> question.put("template", source).put("bos", "<s>").put("eos", "</s>"));
    assertThat(compared).isGreaterThanOrEqualTo(20);
    OracleLog.equal("template-" + file.getFileName(), answers.authority(), compared);
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

  /**
   * Compares the prompts of {@code questions}. The reference prints its own clock's time: where a
   * day has begun meanwhile, it is asked again.
   */
  private static int compare(
      Answers answers,
      ChatTemplate template,
      List<ObjectNode> questions,
      UnaryOperator<ObjectNode> withTemplate) {
    List<String> texts = questions.stream().map(ObjectNode::toString).toList();
    LocalDate day = LocalDate.now(ZoneId.systemDefault());
    try {
      return answers.hold(
          texts,
          reference -> theirs(reference, questions, withTemplate),
          i -> render(template, questions.get(i), answers.time()));
    } catch (AssertionError e) {
      if (day.equals(LocalDate.now(ZoneId.systemDefault()))) {
        throw e;
      }
      return compare(answers, template, questions, withTemplate);
    }
  }

  private static List<String> theirs(
      Reference reference, List<ObjectNode> questions, UnaryOperator<ObjectNode> withTemplate) {
    try (Probe probe = new Probe(reference)) {
      return probe
          .askAll(questions.stream().map(q -> withTemplate.apply(q.deepCopy())).toList())
          .stream()
          .map(a -> a.path("ok").booleanValue() ? a.get("prompt").asString() : REFUSED)
          .toList();
    }
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
      return REFUSED;
    }
  }

  private static Map<String, JsonNode> kwargs(ObjectNode question) {
    Map<String, JsonNode> kwargs = new LinkedHashMap<>();
    question.path("kwargs").properties().forEach(e -> kwargs.put(e.getKey(), e.getValue()));
    return kwargs;
  }
}
