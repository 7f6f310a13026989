// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.ModelFile;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Probe;
import bankml.testkit.Reference;
import bankml.testkit.SmolLm2;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Token ids, pieces and ends of generation against the reference's, vocabulary by vocabulary. */
@Tag("oracle")
class TokenizerOracleTest {
  private static final long SEED = 20_261_130;

  /** The vocabularies whose texts the reference's own test reads. */
  private static final List<String> SHIPPED_TEXTS = List.of("gpt-2", "gemma-4", "qwen35");

  @Test
  void smollm() {
    Answers answers = Answers.to("tokenizer-smollm");
    if (answers.authority() == Authority.NONE || SmolLm2.file().isEmpty()) {
      OracleLog.equal("tokenizer-smollm", Authority.NONE, 0);
      return;
    }
    assertThat(compare(answers, "smollm", SmolLm2.file().get(), cases(2000))).isGreaterThan(5000);
  }

  @Test
  void smollmOnTheReferencesTexts() {
    Answers answers = Answers.live("tokenizer-smollm-shipped-texts");
    Optional<Reference> reference = Reference.find();
    if (reference.isEmpty()) {
      OracleLog.equal("tokenizer-smollm-shipped-texts", answers.authority(), 0);
      return;
    }
    Path vocabulary = SmolLm2.file().orElseThrow();
    compare(answers, "smollm-shipped-texts", vocabulary, shippedTexts(reference.get()));
  }

  @Test
  void qwen() {
    compareLive("qwen3", reference -> reference.model("qwen3-tied-Q8_0.gguf"), 2000, 5000);
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
  void shippedVocabulary(String name) {
    String file = "models/ggml-vocab-" + name + ".gguf";
    compareLive(name, reference -> reference.sourceFile(file), 500, 2500);
  }

  /** Also with the texts that the reference's own vocabulary test reads. */
  private static void compareLive(
      String name, Function<Reference, Path> vocabulary, int randomTexts, int least) {
    Answers answers = Answers.live("tokenizer-" + name);
    Optional<Reference> reference = Reference.find();
    if (reference.isEmpty()) {
      OracleLog.equal("tokenizer-" + name, answers.authority(), 0);
      return;
    }
    List<TokenizeCase> cases = new ArrayList<>(cases(randomTexts));
    cases.addAll(shippedTexts(reference.get()));
    assertThat(compare(answers, name, vocabulary.apply(reference.get()), cases))
        .isGreaterThan(least);
  }

  /** Compares texts, then everything about single tokens; returns how many texts there were. */
  private static int compare(
      Answers answers, String name, Path vocabulary, List<TokenizeCase> cases) {
    try (ModelFile model = ModelFile.open(vocabulary)) {
      Tokenizer tokenizer = Tokenizer.of(model.header());
      List<String> questions = new ArrayList<>(List.of("pieces", "ends"));
      cases.forEach(c -> questions.add(c.toString()));
      answers.hold(
          questions,
          reference -> {
            List<String> theirs = new ArrayList<>(tokensOf(reference, vocabulary));
            theirs.addAll(TokenizeCase.theirs(reference, vocabulary, cases));
            return theirs;
          },
          i ->
              switch (i) {
                case 0 -> pieces(tokenizer);
                case 1 -> ends(tokenizer);
                default -> cases.get(i - 2).ours(tokenizer);
              });
      OracleLog.equal("tokenizer-" + name, answers.authority(), cases.size());
      return cases.size();
    }
  }

  /** The reference's pieces and ends of generation. */
  private static List<String> tokensOf(Reference reference, Path vocabulary) {
    try (Probe probe = new Probe(reference)) {
      JsonNode answer = probe.ask(Probe.request("vocab").put("model", vocabulary.toString()));
      String pieces =
          answer.get("pieces_hex").valueStream().map(JsonNode::asString).collect(joining("\n"));
      String ends =
          answer
              .get("eog")
              .valueStream()
              .map(JsonNode::intValue)
              .sorted()
              .map(Object::toString)
              .collect(joining("\n"));
      return List.of(pieces, ends);
    }
  }

  private static String pieces(Tokenizer tokenizer) {
    return IntStream.range(0, tokenizer.vocabSize())
        .mapToObj(token -> HexFormat.of().formatHex(tokenizer.piece(token)))
        .collect(joining("\n"));
  }

  private static String ends(Tokenizer tokenizer) {
    return IntStream.range(0, tokenizer.vocabSize())
        .filter(tokenizer::isEndOfGeneration)
        .mapToObj(Integer::toString)
        .collect(joining("\n"));
  }

  private static List<TokenizeCase> cases(int randomTexts) {
    List<String> texts = new ArrayList<>(TextCases.edges());
    texts.addAll(TextCases.random(SEED, randomTexts));
    texts.add("");
    return bothWays(texts);
  }

  private static List<TokenizeCase> shippedTexts(Reference reference) {
    List<String> texts = new ArrayList<>();
    for (String name : SHIPPED_TEXTS) {
      try {
        String all =
            Files.readString(reference.sourceFile("models/ggml-vocab-" + name + ".gguf.inp"));
        texts.addAll(List.of(all.split("\n__ggml_vocab_test__\n", -1)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return bothWays(texts);
  }

  private static List<TokenizeCase> bothWays(List<String> texts) {
    List<TokenizeCase> cases = new ArrayList<>();
    for (String text : texts) {
      cases.add(new TokenizeCase(text, false, true));
      cases.add(new TokenizeCase(text, true, false));
    }
    return cases;
  }
}
