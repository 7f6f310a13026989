// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.testkit.OracleLog;
import bankml.testkit.Probe;
import bankml.testkit.Reference;
import bankml.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tokens that a grammar allows, before every token of random walks through it, against the
 * reference's: over its own grammars and hostile ones, with whole tokens and byte by byte.
 */
@Tag("oracle")
class GrammarOracleTest {
  private static final int WALKS = Integer.getInteger("bankml.grammar.walks", 3);
  private static final int MOST_TOKENS = 9;
  private static final int CHECKED_ONE_BY_ONE = 400;

  private static final List<String> OWN =
      List.of(
          "root ::= . . \"é\"? [^a-z]{2,3} \"x\"{0,2} # a comment\n",
          "root ::= !<[28]> \"b\" <[30]>* | \"a\" <[1000]> | \" the\" !<[5]>",
          "root ::= [\\U0001F600-\\U0001F64F]+ | \"日\" [ぁ-ゟ]{2,} | \"\\u00e9\" \"\\xe8\"",
          "root ::= \"a\"? \"b\"? \"c\"? tail | \"\"\ntail ::= \"x\" tail | \"\"\n",
          "root ::= ( \"(\" root \")\" | [a-c] | ws )*  \nws ::= [ \\t\\n]\n",
          "root::=[^\\x00-\\x7f]*\"]\"[\\]\\-\\\\\"]|(\"\\\"\"([^\"]|\"\\\\\\\"\"){0,9}\"\\\"\")");

  private static final List<String> FAULTY =
      List.of(
          " ",
          "root",
          "root ::= \"a",
          "root ::= [a",
          "root ::= (\"a\"",
          "root ::= a",
          "root ::= \"a\" b\nb ::= c",
          "rot ::= \"a\"",
          "root ::= root \"a\" | \"b\"",
          "root ::= a root\na ::= \"x\" |",
          "root ::= a\na ::= b\nb ::= a \"x\"",
          "root ::= *",
          "root ::= \"\"*",
          "root ::= \"a\"{2001}",
          "root ::= (\"a\"{0,100}){100}",
          "root ::= \"a\"{x}",
          "root ::= \"a\"{1",
          "root ::= \"a\"{1;2}",
          "root ::= \"\\q\"",
          "root ::= \"\\x4g\"",
          "root ::= <no such token>",
          "root ::= <[12>",
          "root ::= <[x]>",
          "root ::= !\"a\"",
          "root ::= <a",
          "root = \"a\"",
          "root ::= \"a\"\n_b ::= \"c\"",
          "root ::= \"a\" )");

  @ParameterizedTest
  @CsvSource({"SmolLM2-135M-Instruct.Q4_1.gguf", "qwen3-tied-Q8_0.gguf"})
  void everyWalkIsAllowedTheSameTokens(String name) throws IOException {
    Reference reference = Reference.find().orElse(null);
    if (reference == null) {
      OracleLog.equal("grammar-masks-" + name, OracleLog.Authority.NONE, 0);
      return;
    }
    Path model = reference.model(name);
    Tokenizer tokenizer = Tokenizer.of(ModelFile.open(model).header());
    List<ObjectNode> questions = new ArrayList<>();
    List<List<String>> ours = new ArrayList<>();
    for (String grammar : grammars(reference)) {
      for (int seed = 0; seed < WALKS; seed++) {
        ObjectNode question =
            Probe.request("mask").put("model", model.toString()).put("grammar", grammar);
        ours.add(walk(grammar, tokenizer, seed, question));
        questions.add(question);
      }
    }
    long masks = 0;
    try (Probe probe = new Probe(reference)) {
      List<JsonNode> theirs = probe.askAll(questions);
      for (int i = 0; i < ours.size(); i++) {
        List<String> expected = new ArrayList<>();
        theirs
            .get(i)
            .path("masks")
            .forEach(mask ->
                expected.add(mask.get("allowed").asLong() + " " + mask.get("fnv1a").asString()));
        assertThat(ours.get(i)).as("%s", questions.get(i)).isEqualTo(expected);
        masks += expected.size();
      }
    }
    OracleLog.equal("grammar-masks-" + name, OracleLog.Authority.LIVE, masks);
  }

  @Test
  void faultyGrammarsAreRefused() {
    Reference reference = Reference.find().orElse(null);
    if (reference == null) {
      OracleLog.equal("grammar-faults", OracleLog.Authority.NONE, 0);
      return;
    }
    Path model = reference.model("SmolLM2-135M-Instruct.Q4_1.gguf");
    Tokenizer tokenizer = Tokenizer.of(ModelFile.open(model).header());
    List<ObjectNode> questions = new ArrayList<>();
    for (String grammar : FAULTY) {
      ObjectNode question =
          Probe.request("mask").put("model", model.toString()).put("grammar", grammar);
      question.putArray("tokens");
      questions.add(question);
    }
    try (Probe probe = new Probe(reference)) {
      List<JsonNode> theirs = probe.askAll(questions);
      for (int i = 0; i < FAULTY.size(); i++) {
        String grammar = FAULTY.get(i);
        assertThat(theirs.get(i).path("ok").booleanValue()).as(grammar).isFalse();
        assertThatThrownBy(() -> new GrammarWalk(grammar, tokenizer))
            .as(grammar)
            .isInstanceOf(Refusal.class)
            .hasMessageContaining("grammar");
      }
    }
    OracleLog.equal("grammar-faults", OracleLog.Authority.LIVE, FAULTY.size());
  }

  private static List<String> grammars(Reference reference) throws IOException {
    List<String> grammars = new ArrayList<>(OWN);
    try (Stream<Path> files = Files.list(reference.sourceFile("grammars"))) {
      for (Path file : files.sorted().toList()) {
        if (file.toString().endsWith(".gbnf")) {
          grammars.add(Files.readString(file));
        }
      }
    }
    return grammars;
  }

  /** Walks at random, by single bytes for every second seed, and returns the masks on the way. */
  private static List<String> walk(
      String grammar, Tokenizer tokenizer, int seed, ObjectNode question) {
    Random random = new Random(seed);
    GrammarWalk walk = new GrammarWalk(grammar, tokenizer);
    List<String> masks = new ArrayList<>();
    var tokens = question.putArray("tokens");
    for (int i = 0; i <= MOST_TOKENS; i++) {
      BitSet allowed = walk.allowed();
      masks.add(allowed.cardinality() + " " + fnv(allowed, tokenizer.vocabSize()));
      for (int check = 0; check < CHECKED_ONE_BY_ONE; check++) {
        int token = random.nextInt(tokenizer.vocabSize());
        assertThat(walk.allows(token))
            .as("%s, token %d", question, token)
            .isEqualTo(allowed.get(token));
      }
      int[] possible =
          allowed.stream()
              .filter(token -> !tokenizer.isEndOfGeneration(token))
              .filter(token -> seed % 2 == 0 || tokenizer.piece(token).length == 1)
              .toArray();
      if (i == MOST_TOKENS || possible.length == 0) {
        break;
      }
      int token = possible[random.nextInt(possible.length)];
      tokens.add(token);
      try {
        walk.accept(token);
      } catch (Refusal refused) {
        break; // the mask allows a token whose characters lead to another one: so the reference
      }
    }
    return masks;
  }

  private static String fnv(BitSet allowed, int size) {
    long hash = 1469598103934665603L;
    for (int token = 0; token < size; token++) {
      hash = (hash ^ (allowed.get(token) ? 1 : 0)) * 1099511628211L;
    }
    return "%016x".formatted(hash);
  }
}
