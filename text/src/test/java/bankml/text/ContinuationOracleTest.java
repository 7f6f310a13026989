// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.testkit.Answers;
import bankml.testkit.LlamaServer;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import bankml.testkit.SmolLm2;
import bankml.text.ChatRequest.Continuation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Prompts that end in a message to be continued, against llama-server's {@code /apply-template}.
 */
@Tag("oracle")
class ContinuationOracleTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String REFUSED = "refused";
  private static final List<String> CONTINUATIONS =
      List.of("", "true", "false", "\"content\"", "\"reasoning_content\"", "\"else\"");

  @Test
  void smollm() {
    Answers answers = Answers.to("continuation-smollm");
    if (answers.authority() == Authority.NONE || SmolLm2.file().isEmpty()) {
      OracleLog.equal("continuation-smollm", Authority.NONE, 0);
      return;
    }
    compare(answers, "smollm", SmolLm2.file().get());
  }

  @Test
  void qwen() {
    compareLive("qwen3", reference -> reference.model("qwen3-tied-Q8_0.gguf"));
  }

  /** Templates with other tags, and one whose thoughts are cut off by the template itself. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B.jinja",
        "Qwen-QwQ-32B.jinja",
        "HuggingFaceTB-SmolLM3-3B.jinja",
        "NVIDIA-Nemotron-Nano-v2.jinja",
        "meta-llama-Llama-3.1-8B-Instruct.jinja"
      })
  void shipped(String template) {
    Path[] file = new Path[1];
    Reference.find().ifPresent(r -> file[0] = r.sourceFile("models/templates/" + template));
    compareLive(
        template,
        reference -> SmolLm2.file().orElseThrow(),
        "--jinja",
        "--chat-template-file",
        String.valueOf(file[0]));
  }

  private static void compareLive(String name, Function<Reference, Path> model, String... options) {
    Answers answers = Answers.live("continuation-" + name);
    if (Reference.find().isPresent()) {
      compare(answers, name, model.apply(Reference.find().get()), options);
    } else {
      OracleLog.equal("continuation-" + name, answers.authority(), 0);
    }
  }

  private static void compare(Answers answers, String name, Path path, String... options) {
    List<ObjectNode> questions = questions();
    try (ModelFile model = ModelFile.open(path)) {
      Tokenizer tokenizer = Tokenizer.of(model.header());
      ChatTemplate template =
          options.length == 0
              ? ChatTemplate.of(model.header(), tokenizer)
              : shippedTemplate(Path.of(options[2]));
      int compared =
          answers.hold(
              questions.stream().map(ObjectNode::toString).toList(),
              reference -> theirs(reference, path, questions, options),
              i -> render(template, questions.get(i), answers));
      OracleLog.equal("continuation-" + name, answers.authority(), compared);
      assertThat(compared).isGreaterThan(100);
    }
  }

  /** With SmolLM2's special tokens, since the server has its vocabulary. */
  private static ChatTemplate shippedTemplate(Path file) {
    try {
      return ChatTemplate.of(Files.readString(file), "<|im_start|>", "<|im_end|>");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> theirs(
      Reference reference, Path path, List<ObjectNode> questions, String... options) {
    try (LlamaServer server = LlamaServer.start(reference, path, options)) {
      return questions.stream()
          .map(question ->
              server
                  .ask("/apply-template", question)
                  .map(answer -> answer.get("prompt").asString())
                  .orElse(REFUSED))
          .toList();
    }
  }

  private static String render(ChatTemplate template, ObjectNode question, Answers answers) {
    try {
      boolean begins = question.path("add_generation_prompt").asBoolean(true);
      ChatRequest request =
          ChatRequest.of(ChatMessage.parse(question.get("messages")))
              .withThinking(
                  question.path("chat_template_kwargs").path("enable_thinking").asBoolean(true))
              .withGenerationPrompt(begins)
              .withNow(answers.time());
      Continuation wish = continuation(question.path("continue_final_message"));
      request =
          wish == Continuation.NONE
              ? request.withLastAnswerContinued()
              : request.withContinuation(wish);
      return wish != Continuation.NONE && begins ? REFUSED : template.render(request);
    } catch (Refusal e) {
      return REFUSED;
    }
  }

  private static Continuation continuation(JsonNode wish) {
    if (wish.isBoolean()) {
      return wish.booleanValue() ? Continuation.AUTO : Continuation.NONE;
    }
    return switch (wish.asString("")) {
      case "content" -> Continuation.CONTENT;
      case "reasoning_content" -> Continuation.REASONING;
      default -> Continuation.NONE;
    };
  }

  /** Conversations that end in an assistant's message, with each way of asking to continue it. */
  private static List<ObjectNode> questions() {
    List<String> last =
        List.of(
            "{\"role\":\"assistant\",\"content\":\"Well,  \"}",
            "{\"role\":\"assistant\",\"content\":\"\"}",
            "{\"role\":\"assistant\",\"content\":\"So \",\"reasoning_content\":\"I think\"}",
            "{\"role\":\"assistant\",\"content\":\"\",\"reasoning_content\":\"I think \\n\"}",
            "{\"role\":\"assistant\",\"content\":\"<think>\\nhm\\n</think>\\n\\nYes\"}",
            "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"text\",\"text\":\"two\"}]}",
            "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}",
            "{\"role\":\"assistant\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"b\"}",
            "{\"role\":\"user\",\"content\":\"and?\"}");
    List<ObjectNode> questions = new ArrayList<>();
    for (String first : List.of("", "{\"role\":\"system\",\"content\":\"Be kind\"},")) {
      for (String end : last) {
        String messages = "[" + first + "{\"role\":\"user\",\"content\":\"Hi\"}," + end + "]";
        for (String continuation : CONTINUATIONS) {
          questions.add(question(messages, continuation));
          questions.add(question(messages, continuation).put("add_generation_prompt", false));
        }
        ObjectNode unthinking = question(messages, "");
        unthinking.putObject("chat_template_kwargs").put("enable_thinking", false);
        questions.add(unthinking);
      }
    }
    return questions;
  }

  private static ObjectNode question(String messages, String continuation) {
    ObjectNode question = JSON.createObjectNode();
    question.set("messages", JSON.readTree(messages));
    if (!continuation.isEmpty()) {
      question.set("continue_final_message", JSON.readTree(continuation));
    }
    return question;
  }
}
