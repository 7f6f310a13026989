// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.Refusal;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.Probe;
import bankml.testkit.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Thinking and content of answers, as they grow, against what the reference parses from each
 * beginning of them.
 */
@Tag("oracle")
class AnswerSplitterOracleTest {
  private static final long SEED = 7;
  private static final String NOT_READ = "not read";
  private static final Optional<Reference> REFERENCE = Reference.find();

  private static final String[] PIECES = {
    "<think>",
    "</think>",
    "<thi",
    "nk>",
    "</",
    "think",
    ">",
    "\n",
    "\n\n",
    " ",
    "Hello",
    " wörld",
    "🙂",
    "[THINK]",
    "[/THINK]",
    "<",
    "<|im_end|>",
    "\t",
    "a",
    "<tool_call>",
    "</thin",
    "k>"
  };

  /** An answer to be read. */
  private record Case(String answer, boolean extracts, boolean thinks) {}

  @Test
  void chatMl() {
    Answers answers = Answers.to("splitter-chatml");
    OracleLog.equal("splitter-chatml", answers.authority(), compare(answers, "chatml", cases(120)));
  }

  /** ChatML with thinking: in its own turn, or begun by the template. */
  @ParameterizedTest
  @ValueSource(strings = {"", "<think>\\n", "<think>"})
  void chatMlThatThinks(String begun) {
    String template =
        """
        {%- for m in messages %}{{ '<|im_start|>' + m.role + '\\n' }}\
        {%- if m.reasoning_content %}{{ '<think>\\n' + m.reasoning_content + '\\n</think>\\n\\n' }}\
        {%- endif %}{{ m.content + '<|im_end|>\\n' }}{%- endfor %}\
        {%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}\
        {{- 'BEGUN' if enable_thinking else '<think>\\n\\n</think>\\n\\n' }}{%- endif %}\
        """
            .replace("BEGUN", begun);
    String suite = "splitter-thinking-" + begun.length();
    Answers answers = Answers.to(suite);
    OracleLog.equal(suite, answers.authority(), compare(answers, template, cases(120)));
  }

  static List<Path> shipped() throws IOException {
    if (REFERENCE.isEmpty()) {
      return List.of(Path.of("none.jinja"));
    }
    try (var files = Files.list(REFERENCE.get().sourceFile("models/templates"))) {
      return files.filter(path -> path.toString().endsWith(".jinja")).sorted().toList();
    }
  }

  /** Where a family of templates is refused, nothing is compared. */
  @ParameterizedTest
  @MethodSource("shipped")
  void shippedTemplate(Path file) throws IOException {
    Answers answers = Answers.live("splitter-" + file.getFileName());
    int compared = REFERENCE.isEmpty() ? 0 : compare(answers, Files.readString(file), cases(40));
    OracleLog.equal(
        REFERENCE.isEmpty() ? "splitter-shipped" : "splitter-" + file.getFileName(),
        answers.authority(),
        compared);
  }

  private static int compare(Answers answers, String source, List<Case> cases) {
    ChatTemplate template = ChatTemplate.of(source, "<s>", "</s>");
    if (split(template, cases.getFirst()).equals(NOT_READ)) {
      assertThat(source).as("a template of ChatML's is read").doesNotStartWith("{%- for m in");
      return 0;
    }
    return answers.hold(
        cases.stream().map(Case::toString).toList(),
        reference -> theirs(reference, source, cases),
        i -> split(template, cases.get(i)));
  }

  /** What has come out after each character. */
  private static String split(ChatTemplate template, Case c) {
    ChatRequest request =
        ChatRequest.of(List.of(ChatMessage.of("user", "Hi"))).withThinking(c.thinks());
    AnswerSplitter splitter;
    try {
      splitter = template.splitter(request, c.extracts());
    } catch (Refusal e) {
      return NOT_READ;
    }
    StringBuilder reasoning = new StringBuilder(splitter.prefill().reasoning());
    StringBuilder content = new StringBuilder(splitter.prefill().content());
    List<String> seen = new ArrayList<>();
    for (int codePoint : c.answer().codePoints().toArray()) {
      AnswerSplitter.Part part = splitter.push(Character.toString(codePoint));
      reasoning.append(part.reasoning());
      content.append(part.content());
      seen.add(line(reasoning.toString(), content.toString()));
    }
    return String.join("\n", seen);
  }

  private static List<String> theirs(Reference reference, String source, List<Case> cases) {
    try (Probe probe = new Probe(reference)) {
      return probe.askAll(cases.stream().map(c -> question(source, c)).toList()).stream()
          .map(AnswerSplitterOracleTest::seen)
          .toList();
    }
  }

  private static ObjectNode question(String source, Case c) {
    ObjectNode question =
        Probe.request("parse")
            .put("template", source)
            .put("bos", "<s>")
            .put("eos", "</s>")
            .put("enable_thinking", c.thinks())
            .put("reasoning_format", c.extracts() ? "auto" : "none")
            .put("is_partial", true);
    question.putArray("messages").addObject().put("role", "user").put("content", "Hi");
    ArrayNode texts = question.putArray("texts");
    StringBuilder text = new StringBuilder();
    c.answer()
        .codePoints()
        .forEach(codePoint -> texts.add(text.appendCodePoint(codePoint).toString()));
    return question;
  }

  private static String seen(JsonNode answer) {
    assertThat(answer.path("ok").booleanValue()).as("%s", answer.path("error")).isTrue();
    return answer
        .get("messages")
        .valueStream()
        .map(m ->
            m.has("error")
                ? m.get("error").asString()
                : line(m.path("reasoning_content").asString(""), m.path("content").asString("")))
        .collect(Collectors.joining("\n"));
  }

  private static String line(String reasoning, String content) {
    return (reasoning + " | " + content).replace("\n", "\\n");
  }

  private static List<Case> cases(int random) {
    List<String> texts =
        new ArrayList<>(
            List.of(
                "Hello",
                "<think>\nI see.\n</think>\n\nHello",
                "I see.\n</think>\n\nHello",
                "<think></think>x",
                "<think> \n </think> x",
                "\n\n<think>a</think>\n\n\nb",
                "<think>a</think><think>b</think>c",
                "<think>never ends </thi",
                "<thi",
                "<thing>",
                " lead"));
    SplittableRandom choose = new SplittableRandom(SEED);
    for (int i = 0; i < random; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = 1 + choose.nextInt(8); n > 0; n--) {
        text.append(PIECES[choose.nextInt(PIECES.length)]);
      }
      texts.add(text.toString());
    }
    List<Case> cases = new ArrayList<>();
    for (String text : texts) {
      cases.add(new Case(text, true, true));
      cases.add(new Case(text, true, false));
      cases.add(new Case(text, false, true));
    }
    return cases;
  }
}
