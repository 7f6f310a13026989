// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.gguf.GgufWriter;
import bankml.gguf.Metadata;
import bankml.gguf.ModelFile;
import bankml.testkit.Answers;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import bankml.testkit.SmolLm2;
import bankml.text.internal.bpe.VocabularyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What no shipped vocabulary shows, on rewritten ones: every other name of a pre-tokenizer, tokens
 * that swallow white space, long runs of one character.
 */
@Tag("oracle")
class RewrittenVocabularyOracleTest {
  private static final long SEED = 42;
  private static final Optional<Reference> REFERENCE = Reference.find();
  private static final String PRE = "tokenizer.ggml.pre";

  @TempDir private Path folder;

  /** One answer a name: the tokens of some hundred texts. */
  @Test
  void everyNameOfAPreTokenizer() {
    Answers answers = Answers.to("tokenizer-names");
    if (answers.authority() == Authority.NONE || SmolLm2.file().isEmpty()) {
      OracleLog.equal("tokenizer-names", Authority.NONE, 0);
      return;
    }
    List<String> texts = new ArrayList<>(TextCases.random(SEED, 100));
    TextCases.edges().stream().limit(300).forEach(texts::add);
    List<TokenizeCase> cases = bothWays(texts);
    List<String> names = VocabularyReader.preTokenizers().toList();
    answers.hold(
        names.stream().map(name -> name + cases).toList(),
        reference ->
            names.stream()
                .map(name -> String.join("\n", TokenizeCase.theirs(reference, named(name), cases)))
                .toList(),
        i -> {
          try (ModelFile model = ModelFile.open(named(names.get(i)))) {
            Tokenizer tokenizer = Tokenizer.of(model.header());
            return cases.stream().map(c -> c.ours(tokenizer)).collect(Collectors.joining("\n"));
          }
        });
    OracleLog.equal("tokenizer-names", answers.authority(), (long) names.size() * cases.size());
  }

  private Path named(String preTokenizer) {
    return rewritten(SmolLm2.file().orElseThrow(), List.of(), PRE, preTokenizer);
  }

  @Test
  void maskTokensSwallowSpacesBefore() {
    if (absent("strips-left")) {
      return;
    }
    Path vocabulary = rewritten(shipped("starcoder"), List.of("<mask>"), PRE, "jina-v2-code");
    compare("strips-left", vocabulary, spaced("<mask>"));
    vocabulary =
        rewritten(shipped("starcoder"), List.of("[MASK]"), "general.name", "x modern-bert y");
    compare("strips-left-by-name", vocabulary, spaced("[MASK]"));
  }

  @Test
  void specialTokensOfPhi3SwallowSpacesAfter() {
    if (absent("strips-right")) {
      return;
    }
    List<String> tokens = List.of("</s>", "<unk>", "<s>", "<|user|>");
    Path vocabulary = rewritten(shipped("starcoder"), tokens, "general.name", "Phi-3 mini");
    List<String> texts = new ArrayList<>(spaced("<|endoftext|>"));
    tokens.forEach(token -> texts.addAll(spaced(token)));
    compare("strips-right", vocabulary, texts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpt-2", "llama-bpe", "qwen2", "qwen35", "starcoder", "command-r"})
  void longRuns(String name) {
    if (absent("long-" + name)) {
      return;
    }
    List<String> texts =
        List.of(
            "Z".repeat(131_072),
            "\n".repeat(40_000),
            " ".repeat(30_000),
            "中".repeat(26_000),
            " ".repeat(50_000) + "x",
            "7".repeat(50_000),
            "!".repeat(50_000),
            "<|".repeat(30_000));
    compare("long-" + name, shipped(name), texts);
  }

  /** Returns whether this machine has no reference to compare with, and notes it then. */
  private static boolean absent(String suite) {
    if (REFERENCE.isEmpty()) {
      OracleLog.equal("tokenizer-" + suite, Authority.NONE, 0);
    }
    return REFERENCE.isEmpty();
  }

  private static Path shipped(String name) {
    return REFERENCE.orElseThrow().sourceFile("models/ggml-vocab-" + name + ".gguf");
  }

  private static List<String> spaced(String token) {
    List<String> texts = new ArrayList<>();
    for (String gap : List.of("", " ", "  ", "\n", " \t\u000B\f\r\n ", "\u00A0", "x")) {
      texts.add("a" + gap + token + gap + "b");
      texts.add(gap + token + gap);
      texts.add(token + gap + token + gap + token);
    }
    return texts;
  }

  private static List<TokenizeCase> bothWays(List<String> texts) {
    List<TokenizeCase> cases = new ArrayList<>();
    for (String text : texts) {
      cases.add(new TokenizeCase(text, true, true));
      cases.add(new TokenizeCase(text, false, false));
    }
    return cases;
  }

  private static void compare(String suite, Path vocabulary, List<String> texts) {
    List<TokenizeCase> cases = bothWays(texts);
    Answers answers = Answers.live("tokenizer-" + suite);
    try (ModelFile model = ModelFile.open(vocabulary)) {
      Tokenizer tokenizer = Tokenizer.of(model.header());
      answers.hold(
          cases.stream().map(TokenizeCase::toString).toList(),
          reference -> TokenizeCase.theirs(reference, vocabulary, cases),
          i -> cases.get(i).ours(tokenizer));
    }
    OracleLog.equal("tokenizer-" + suite, answers.authority(), cases.size());
  }

  /**
   * Writes a vocabulary with another value of one key.
   *
   * @param spellings new spellings of the control tokens from id 5 on
   */
  private Path rewritten(Path vocabulary, List<String> spellings, String key, String value) {
    Path path = folder.resolve("rewritten.gguf");
    try (ModelFile model = ModelFile.open(vocabulary)) {
      Metadata metadata = model.header().metadata();
      GgufWriter writer = new GgufWriter();
      metadata.keys().forEach(k -> writer.put(k, metadata.find(k).orElseThrow()));
      List<String> tokens = new ArrayList<>(metadata.requireStrings("tokenizer.ggml.tokens"));
      for (int i = 0; i < spellings.size(); i++) {
        tokens.set(5 + i, spellings.get(i));
      }
      writer.put("tokenizer.ggml.tokens", tokens).put(key, value).write(path);
    }
    return path;
  }
}
