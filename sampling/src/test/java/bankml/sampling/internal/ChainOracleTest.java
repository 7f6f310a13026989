// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.sampling.SamplingOptions;
import bankml.testkit.GgmlLibrary;
import bankml.testkit.OracleLog;
import bankml.testkit.OracleLog.Authority;
import bankml.testkit.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every step of the chain against the reference's samplers on random and hostile logits: the same
 * candidates in the same order with the same bits, and the same tokens drawn. Without the reference
 * its answers' hashes are used, a line a case; {@code BANKML_RECORD=1} writes them.
 */
@Tag("oracle")
class ChainOracleTest {
  private static final int CASES = 1500;
  private static final int DRAWS = 3;
  private static final int[] SIZES = {1, 2, 3, 5, 17, 100, 129, 1000, 1024, 1025, 5000, 49152};
  private static final int[] TOP_K = {0, 1, 2, 5, 40, 127, 128, 129, 300, 1000, 100_000};
  private static final float[] TOP_P = {0, 0.1f, 0.5f, 0.9f, 0.95f, 0.999f, 1};
  private static final float[] MIN_P = {0, 0.001f, 0.05f, 0.2f, 1};
  private static final float[] TEMPERATURE = {0, 0.3f, 0.8f, 1, 1.5f, 20};

  private static final Path RECORDED =
      Reference.projectRoot().resolve("sampling/src/test/resources/chain-hashes.txt");

  @Test
  void everyStepLeavesWhatTheReferenceLeaves() throws IOException {
    Optional<GgmlLibrary> library = Reference.find().map(ReferenceChain::load);
    List<String> recorded = library.isPresent() ? List.of() : Files.readAllLines(RECORDED);
    List<String> hashes = new ArrayList<>();
    for (int n = 0; n < CASES; n++) {
      Random random = new Random(n);
      int size = pick(random, SIZES);
      SamplingOptions options = options(random);
      List<float[]> rows = new ArrayList<>();
      for (int i = 0; i < DRAWS; i++) {
        rows.add(Rows.any(random).make(size, random));
      }
      List<String> ours = all(new OwnChain(options, size), rows);
      String what = "case " + n + ", " + size + " logits, " + options;
      if (library.isPresent()) {
        List<String> theirs = all(ReferenceChain.of(library.get(), options), rows);
        assertThat(ours).as(what).isEqualTo(theirs);
        hashes.add(hash(theirs));
      } else {
        assertThat(hash(ours)).as(what).isEqualTo(recorded.get(n));
      }
    }
    if (library.isPresent() && System.getenv("BANKML_RECORD") != null) {
      Files.write(RECORDED, hashes);
    }
    OracleLog.equal(
        "sampling-chain", library.isPresent() ? Authority.LIVE : Authority.RECORDED, CASES);
  }

  private static List<String> all(Chain chain, List<float[]> rows) {
    try (chain) {
      return rows.stream().flatMap(row -> chain.sample(row).stream()).toList();
    }
  }

  private static String hash(List<String> steps) {
    return "%016x".formatted(Fnv.of(String.join("\n", steps)));
  }

  private static SamplingOptions options(Random random) {
    return new SamplingOptions(
        pick(random, TEMPERATURE),
        pick(random, TOP_K),
        pick(random, TOP_P),
        pick(random, MIN_P),
        random.nextInt(Integer.MAX_VALUE));
  }

  private static int pick(Random random, int[] of) {
    return of[random.nextInt(of.length)];
  }

  private static float pick(Random random, float[] of) {
    return of[random.nextInt(of.length)];
  }
}
