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
import java.util.Optional;
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
  private static final Optional<Reference> REFERENCE = Reference.find();
  private static final String SMOLLM = "smollm2-Q8_0.gguf";
  private static final String QWEN = "qwen3-tied-Q8_0.gguf";

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

  /**
   * Compares everything of one vocabulary and returns how many texts were tokenized; as many as can
   * be where there is no reference.
   */
  private static int compare(String file, int randomTexts) throws IOException {
    String suite = "tokenizer-" + file.replace(".gguf", "").replace("ggml-vocab-", "");
    if (REFERENCE.isEmpty()) {
      OracleLog.equal(suite, OracleLog.Authority.NONE, 0);
      return Integer.MAX_VALUE;
    }
    Path vocabulary = vocabulary(file);
    List<TokenizeCase> cases = cases(randomTexts);
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
          TokenizeCase c = cases.get(answer.index() - 1);
          assertThat(c.tokens(tokenizer))
              .as("%s, seed %d: %s", file, SEED, c)
              .containsExactly(TokenizeCase.tokens(answer.json()));
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

  private static List<TokenizeCase> cases(int randomTexts) throws IOException {
    List<String> texts = new ArrayList<>(TextCases.edges());
    texts.addAll(shippedTexts());
    texts.addAll(TextCases.random(SEED, randomTexts));
    texts.add("");
    List<TokenizeCase> cases = new ArrayList<>();
    for (String text : texts) {
      cases.add(new TokenizeCase(text, false, true));
      cases.add(new TokenizeCase(text, true, false));
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
    Reference reference = REFERENCE.orElseThrow();
    return file.startsWith("ggml-vocab-")
        ? reference.sourceFile("models/" + file)
        : reference.model(file);
  }

  private static int[] ints(JsonNode array) {
    return array.valueStream().mapToInt(JsonNode::intValue).toArray();
  }
}
