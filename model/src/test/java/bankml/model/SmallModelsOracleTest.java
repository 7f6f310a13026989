// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import static bankml.gguf.GgmlType.F16;
import static bankml.gguf.GgmlType.F32;
import static bankml.gguf.GgmlType.Q4_0;
import static bankml.gguf.GgmlType.Q4_1;
import static bankml.gguf.GgmlType.Q8_0;

import bankml.gguf.GgmlType;
import bankml.gguf.ModelFile;
import bankml.model.Batch.Outputs;
import bankml.model.TinyLlama.Shape;
import bankml.testkit.Answers;
import bankml.testkit.SmolLm2;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small random models against the reference: weight types mixed in a file, an output matrix of its
 * own, and shapes that no real model at hand has.
 */
@Tag("oracle")
class SmallModelsOracleTest {
  private static final int VOCABULARY = 49_152;

  private static final long SEED = 11_192;

  /** One row, several, a remainder of a group of four, and a micro-batch for tiled attention. */
  private static final List<ReferenceRun> RUNS =
      IntStream.of(1, 7, 67)
          .mapToObj(length -> new ReferenceRun(length, 3, Outputs.LAST, Profile.DEFAULT))
          .toList();

  @TempDir private Path folder;

  @Test
  void everyTypeAsTheOnlyOne() {
    for (GgmlType type : List.of(F32, F16, Q8_0, Q4_1, Q4_0)) {
      compare("tied-" + type, new TinyLlama(new Shape(64, 2, 96, 2, 1, 32), VOCABULARY, n -> type));
    }
  }

  @Test
  void everyTypeAsAnOutputMatrixOfItsOwn() {
    for (GgmlType type : List.of(F32, F16, Q8_0, Q4_1, Q4_0)) {
      compare(
          "untied-" + type,
          new TinyLlama(new Shape(64, 1, 64, 2, 2, 32), VOCABULARY, n -> Q8_0)
              .tensor("output.weight", type, 64, VOCABULARY));
    }
  }

  @Test
  void typesMixedInEveryLayer() {
    List<GgmlType> types = List.of(F32, F16, Q8_0, Q4_1, Q4_0);
    Function<String, GgmlType> mixed = name -> types.get(Math.floorMod(name.hashCode(), 5));
    compare("mixed", new TinyLlama(new Shape(128, 5, 160, 4, 2, 32), VOCABULARY, mixed));
  }

  @Test
  void headsWiderThanTheRow() {
    compare("wide-heads", new TinyLlama(new Shape(96, 2, 128, 3, 1, 128), VOCABULARY, n -> Q4_0));
  }

  @Test
  void widthsThatTiledProductsCannotTake() {
    compare("odd", new TinyLlama(new Shape(100, 2, 50, 2, 1, 64), VOCABULARY, n -> F16));
    compare("odd-f32", new TinyLlama(new Shape(52, 2, 35, 2, 1, 32), VOCABULARY, n -> F32));
  }

  /**
   * The reference must have a tokenizer to load a model, and ours needs none: a file without one
   * can be held to answers kept of the same weights.
   */
  private void compare(String name, TinyLlama tiny) {
    Optional<Path> donor = SmolLm2.file();
    if (donor.isPresent()) {
      try (ModelFile file = ModelFile.open(donor.get())) {
        tiny.tokenizerOf(file.header());
      }
    }
    Path file = folder.resolve(name + ".gguf");
    tiny.write(file, SEED);
    String suite = "small-model-" + name;
    ReferenceRun.compareAll(suite, Answers.to(suite), file, RUNS, 2);
  }
}
