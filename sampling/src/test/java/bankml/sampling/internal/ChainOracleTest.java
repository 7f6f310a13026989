// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bankml.sampling.SamplingOptions;
import bankml.sampling.Vocabularies;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import bankml.text.Tokenizer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every step of the chain against the reference's samplers on random and hostile logits: the same
 * candidates in the same order with the same bits, and the same tokens drawn. Without the reference
 * its answers' hashes are used, a line a case; {@code BANKML_RECORD=1} writes them.
 */
@Tag("oracle")
class ChainOracleTest {
  private static final int CASES = 1500;
  private static final int DRAWS = 3;
  private static final int MOST_PROMPT = 200;
  private static final int[] SIZES = {1, 2, 3, 5, 17, 100, 129, 1000, 1024, 1025, 5000, 49152};

  private static final Path RECORDED =
      Reference.projectRoot().resolve("sampling/src/test/resources/chain-hashes.txt");

  @TempDir Path folder;

  @Test
  void everyStepLeavesWhatTheReferenceLeaves() throws IOException {
    Optional<ReferenceVocabulary> reference = Reference.find().map(ReferenceVocabulary::new);
    Map<Integer, Tokenizer> tokenizers = new HashMap<>();
    Map<Integer, MemorySegment> theirVocabularies = new HashMap<>();
    for (int size : SIZES) {
      Path file = Vocabularies.write(folder, size);
      tokenizers.put(size, Vocabularies.read(file));
      reference.ifPresent(r -> theirVocabularies.put(size, r.of(file)));
    }
    List<String> recorded = reference.isPresent() ? List.of() : Files.readAllLines(RECORDED);
    List<String> hashes = new ArrayList<>();
    for (int n = 0; n < CASES; n++) {
      Random random = new Random(n);
      int size = SIZES[random.nextInt(SIZES.length)];
      SamplingOptions options = AnyOptions.of(random, size);
      int[] prompt = prompt(random, size);
      List<float[]> rows = new ArrayList<>();
      for (int i = 0; i < DRAWS; i++) {
        rows.add(Rows.any(random).make(size, random));
      }
      List<String> ours =
          all(new OwnChain(options, requireNonNull(tokenizers.get(size))), prompt, rows);
      String what = "case " + n + ", " + size + " logits, " + options;
      if (reference.isPresent()) {
        MemorySegment vocabulary = requireNonNull(theirVocabularies.get(size));
        Chain chain = ReferenceChain.of(reference.get().library(), vocabulary, size, options);
        List<String> theirs = all(chain, prompt, rows);
        assertThat(ours).as(what).isEqualTo(theirs);
        hashes.add(hash(theirs));
      } else {
        assertThat(hash(ours)).as(what).isEqualTo(recorded.get(n));
      }
    }
    if (reference.isPresent() && System.getenv("BANKML_RECORD") != null) {
      Files.write(RECORDED, hashes);
    }
    OracleLog.equal(
        "sampling-chain", reference.isPresent() ? Authority.LIVE : Authority.RECORDED, CASES);
  }

  /** Tokens with long and short repetitions, and breakers among them. */
  private static int[] prompt(Random random, int size) {
    int length = random.nextInt(MOST_PROMPT);
    int[] few = random.ints(1 + random.nextInt(6), 0, size).toArray();
    int[] prompt = new int[length];
    for (int i = 0; i < length; i++) {
      int back = 1 + random.nextInt(20);
      boolean again = back <= i && random.nextInt(3) > 0;
      prompt[i] = again ? prompt[i - back] : few[random.nextInt(few.length)];
    }
    return prompt;
  }

  private static List<String> all(Chain chain, int[] prompt, List<float[]> rows) {
    try (chain) {
      for (int token : prompt) {
        chain.accept(token);
      }
      return rows.stream().flatMap(row -> chain.sample(row).stream()).toList();
    }
  }

  private static String hash(List<String> steps) {
    return "%016x".formatted(Fnv.of(String.join("\n", steps)));
  }
}
