// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import bankml.gguf.GgufWriter;
import bankml.gguf.ModelFile;
import bankml.text.Tokenizer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Vocabularies of any size, for logits that no model made. */
public final class Vocabularies {
  private static final String LETTERS = "abcdexyz:\"*.,\u010a\u0120";

  private Vocabularies() {}

  /**
   * Writes a model file of {@code size} tokens and no weights into {@code folder}: short texts of a
   * few letters, line feeds, spaces and marks, every one another.
   */
  public static Path write(Path folder, int size) {
    Random random = new Random(size);
    Set<String> tokens = new LinkedHashSet<>();
    LETTERS.chars().limit(size).forEach(c -> tokens.add(Character.toString(c)));
    while (tokens.size() < size) {
      StringBuilder token = new StringBuilder();
      int length = 2 + random.nextInt(5);
      for (int i = 0; i < length; i++) {
        token.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      tokens.add(token.toString());
    }
    int[] types = new int[size];
    Arrays.fill(types, 1);
    Path file = folder.resolve("vocabulary-" + size + ".gguf");
    new GgufWriter()
        .put("general.architecture", "llama")
        .put("tokenizer.ggml.model", "gpt2")
        .put("tokenizer.ggml.pre", "smollm")
        .put("tokenizer.ggml.tokens", List.copyOf(tokens))
        .put("tokenizer.ggml.token_type", types)
        .put("tokenizer.ggml.merges", List.of("a b", "x y", ": a"))
        .put("tokenizer.ggml.bos_token_id", 0)
        .put("tokenizer.ggml.eos_token_id", 0)
        .write(file);
    return file;
  }

  /** Returns the tokenizer of a model file. */
  public static Tokenizer read(Path file) {
    return Tokenizer.of(ModelFile.open(file).header());
  }
}
