// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.ModelFile;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.Probe;
import bankml.testkit.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Token ids, pieces and ends of generation against the reference's, vocabulary by vocabulary. */
@Tag("oracle")
class TokenizerOracleTest {
  private static final long SEED = 20_261_130;
  private static final String SMOLLM = "smollm2-Q8_0.gguf";
  private static final String QWEN = "qwen3-tied-Q8_0.gguf";

  /** A question to the tokenizer, with the reference's in the same words. */
  private record Case(String text, boolean addSpecial, boolean parseSpecial) {
    ObjectNode question(Path vocabulary) {
      return Probe.request("tokenize")
          .put("model", vocabulary.toString())
          .put("text", text)
          .put("add_special", addSpecial)
          .put("parse_special", parseSpecial);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SMOLLM, QWEN})
  void modelVocabulary(String file) throws IOException {
    assertThat(compare(file, 2000)).isGreaterThan(5000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aquila",
        "command-r",
        "deepseek-coder",
        "deepseek-llm",
        "falcon",
        "gemma-4",
        "gpt-2",
        "gpt-neox",
        "llama-bpe",
        "mpt",
        "qwen2",
        "qwen35",
        "refact",
        "starcoder"
      })
  void shippedVocabulary(String name) throws IOException {
    assertThat(compare("ggml-vocab-" + name + ".gguf", 500)).isGreaterThan(2500);
  }

  /** Compares everything of one vocabulary and returns how many texts were tokenized. */
  private static int compare(String file, int randomTexts) throws IOException {
    Path vocabulary = vocabulary(file);
    List<Case> cases = cases(randomTexts);
    String suite = "tokenizer-" + file.replace(".gguf", "").replace("ggml-vocab-", "");
    try (Answers answers = Answers.to(suite);
        ModelFile model = ModelFile.open(vocabulary)) {
      Tokenizer tokenizer = Tokenizer.of(model.header());
      List<ObjectNode> questions = new ArrayList<>();
      questions.add(Probe.request("vocab").put("model", vocabulary.toString()));
      cases.forEach(c -> questions.add(c.question(vocabulary)));
      for (Answers.Answer answer : answers.ask(questions)) {
        if (answer.index() == 0) {
          compareTokens(tokenizer, answer.json());
        } else {
          Case c = cases.get(answer.index() - 1);
          assertThat(tokenizer.encode(c.text, c.addSpecial, c.parseSpecial))
              .as("%s, seed %d: %s", file, SEED, c)
              .containsExactly(ints(answer.json().get("tokens")));
        }
      }
      OracleLog.equal(suite, answers.authority(), cases.size());
    }
    return cases.size();
  }

  private static void compareTokens(Tokenizer tokenizer, JsonNode vocabulary) {
    JsonNode pieces = vocabulary.get("pieces_hex");
    assertThat(tokenizer.vocabSize()).isEqualTo(pieces.size());
    for (int token = 0; token < pieces.size(); token++) {
      assertThat(HexFormat.of().formatHex(tokenizer.piece(token)))
          .as("piece of %d", token)
          .isEqualTo(pieces.get(token).asString());
    }
    assertThat(IntStream.range(0, pieces.size()).filter(tokenizer::isEndOfGeneration))
        .containsExactlyInAnyOrder(
            IntStream.of(ints(vocabulary.get("eog"))).boxed().toArray(Integer[]::new));
  }

  private static List<Case> cases(int randomTexts) throws IOException {
    List<String> texts = new ArrayList<>(TextCases.edges());
    texts.addAll(shippedTexts());
    texts.addAll(TextCases.random(SEED, randomTexts));
    texts.add("");
    List<Case> cases = new ArrayList<>();
    for (String text : texts) {
      cases.add(new Case(text, false, true));
      cases.add(new Case(text, true, false));
    }
    return cases;
  }

  /** The texts that the reference's own vocabulary test reads. */
  private static List<String> shippedTexts() throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : List.of("gpt-2", "gemma-4", "qwen35")) {
      String all = Files.readString(vocabulary("ggml-vocab-" + name + ".gguf.inp"));
      texts.addAll(List.of(all.split("\n__ggml_vocab_test__\n", -1)));
    }
    return texts;
  }

  private static Path vocabulary(String file) {
    Reference reference = Reference.find().orElseThrow();
    return file.startsWith("ggml-vocab-")
        ? reference.sourceFile("models/" + file)
        : reference.model(file);
  }

  private static int[] ints(JsonNode array) {
    return array.valueStream().mapToInt(JsonNode::intValue).toArray();
  }
}
