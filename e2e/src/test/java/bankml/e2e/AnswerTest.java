// SPDX-License-Identifier: Apache-2.0
package bankml.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.e2e.Bankml.Ending;
import bankml.gguf.GgufHeader;
import bankml.gguf.GgufWriter;
import bankml.gguf.ModelFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Answers of the real model, and their receipts. */
final class AnswerTest {
  private static final String QUESTION = "Why is the sky blue?";
  private static final String MODEL_SHA256 =
      "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

  @TempDir private Path folder = Path.of("");

  /** However it is asked, a greedy answer is the same, and nothing else is said. */
  @Test
  void theAnswerIsTheSameFromAnywhere() throws IOException {
    String[] flags = {"--temperature", "0", "--max-tokens", "12"};
    String answer =
        Bankml.withModel()
            .run("run", "smollm2", QUESTION, flags[0], flags[1], flags[2], flags[3])
            .isQuietSuccess()
            .out();
    assertThat(answer.strip()).hasSizeGreaterThan(20);

    Path home = Files.createDirectory(folder.resolve("modèles d'été"));
    Path models = Files.createDirectory(home.resolve("models"));
    Path model = Bankml.modelIn(Bankml.homeWithModel());
    Files.copy(model, models.resolve(model.getFileName()));
    String pin = Bankml.MODEL + ".FORK.json";
    Files.copy(model.resolveSibling(pin), models.resolve(pin));
    Path link = Files.createSymbolicLink(home.resolve("a link"), Bankml.here().launcher());
    assertThat(
            Bankml.here()
                .startedAs(Files.createSymbolicLink(home.resolve("bankml"), link))
                .in(home)
                .withHome(home)
                .with("LC_ALL", "C")
                .reading(QUESTION + "\n")
                .run("run", "models/" + Bankml.MODEL, flags[0], flags[1], flags[2], flags[3])
                .isQuietSuccess()
                .out())
        .isEqualTo(answer);
  }

  @Test
  void theReceiptSaysWhatWasAskedAndAnswered() {
    Ending ending =
        Bankml.withModel()
            .run(
                "generate",
                "smollm2",
                "Once",
                "upon a time",
                "--max-tokens",
                "9",
                "--seed",
                "7",
                "--json")
            .isQuietSuccess();
    JsonNode answer = new JsonMapper().readTree(ending.out());
    JsonNode receipt = answer.path("receipt");
    assertThat(answer.path("tokens")).hasSize(9);
    assertThat(answer.path("completion_tokens").intValue()).isEqualTo(9);
    assertThat(answer.path("prompt_tokens").intValue()).isEqualTo(4);
    assertThat(answer.path("finish_reason").stringValue()).isEqualTo("length");
    assertThat(answer.path("timings").path("ttft_ms").doubleValue()).isPositive();
    assertThat(receipt.path("bankml").stringValue()).isNotEmpty();
    assertThat(receipt.path("guard").stringValue()).isEqualTo("play");
    assertThat(receipt.path("seed").intValue()).isEqualTo(7);
    assertThat(receipt.path("prompt_tokens").intValue()).isEqualTo(4);
    assertThat(receipt.path("completion_tokens").intValue()).isEqualTo(9);
    assertThat(receipt.path("model_sha256").stringValue()).isEqualTo(MODEL_SHA256);
    assertThat(receipt.path("request_sha256").stringValue()).isEqualTo(sha256("Once upon a time"));
    assertThat(receipt.path("response_sha256").stringValue())
        .isEqualTo(sha256(answer.path("text").stringValue()));
  }

  @Test
  void aPromptLongerThanTheContextIsRefused() {
    Bankml.withModel()
        .reading("word ".repeat(300))
        .run("run", "smollm2", "--ctx", "256")
        .refused(2, "the prompt has 3", "room for 256");
  }

  @Test
  void aTemplateThatRaisesIsRefusedWithItsOwnWords() {
    Path file = folder.resolve("strict.gguf");
    writeWithTemplate(
        file, "{% if messages %}{{ raise_exception('only silence is accepted') }}{% endif %}");
    Bankml here = Bankml.here().in(folder);
    here.run("adopt", "strict.gguf", "--source", "a test").isQuietSuccess();
    here.run("run", "strict.gguf", "Hi").refused(2, "only silence is accepted");
  }

  /** A reader who has seen enough ends the answer, which by itself would go on for minutes. */
  @Test
  void anAnswerThatNobodyReadsEnds() throws IOException {
    Process process =
        Bankml.withModel()
            .start("generate", "smollm2", "1, 2, 3, 4, 5,", "--temperature", "0", "--ctx", "8192");
    process.getOutputStream().close();
    assertThat(process.getInputStream().read()).isPositive();
    process.getInputStream().close();
    assertThat(Bankml.await(process)).isEqualTo(1);
    assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
  }

  /** Writes the real model with another chat template. */
  private static void writeWithTemplate(Path target, String template) {
    try (ModelFile model = ModelFile.open(Bankml.modelIn(Bankml.homeWithModel()))) {
      GgufHeader header = model.header();
      GgufWriter writer = new GgufWriter();
      header
          .metadata()
          .keys()
          .forEach(key -> writer.put(key, header.metadata().find(key).orElseThrow()));
      writer.put("tokenizer.chat_template", template);
      header
          .tensors()
          .forEach(t -> writer.tensor(t.name(), t.dims(), t.type(), model.tensor(t.name())));
      writer.write(target);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
