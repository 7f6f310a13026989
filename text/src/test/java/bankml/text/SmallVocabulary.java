// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.gguf.GgufHeader;
import bankml.gguf.GgufWriter;
import bankml.gguf.Guard;
import bankml.gguf.Verdict;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A vocabulary of the 256 bytes and what a test adds. */
final class SmallVocabulary {
  static final int NORMAL = 1;
  static final int CONTROL = 3;
  static final int USER_DEFINED = 4;
  static final int UNUSED = 5;

  private final GgufWriter writer = new GgufWriter();
  private final List<String> tokens = new ArrayList<>();
  private final List<Integer> types = new ArrayList<>();
  private final List<String> merges = new ArrayList<>();
  private String model = "gpt2";
  private String pre = "gpt-2";

  private SmallVocabulary() {
    int next = 256;
    for (int b = 0; b < 256; b++) {
      boolean printable = (b > ' ' && b < 0x7F) || (b > 0xA0 && b != 0xAD);
      token(Character.toString(printable ? b : next++), NORMAL);
    }
  }

  /** Starts with the tokens of the bytes 0 to 255, whose ids they are. */
  static SmallVocabulary builder() {
    return new SmallVocabulary();
  }

  SmallVocabulary token(String text, int type) {
    tokens.add(text);
    types.add(type);
    return this;
  }

  SmallVocabulary merge(String left, String right) {
    merges.add(left + " " + right);
    return token(left + right, NORMAL);
  }

  SmallVocabulary model(String name) {
    model = name;
    return this;
  }

  SmallVocabulary pre(String name) {
    pre = name;
    return this;
  }

  SmallVocabulary put(String key, int value) {
    writer.put("tokenizer.ggml." + key, value);
    return this;
  }

  SmallVocabulary put(String key, boolean value) {
    writer.put("tokenizer.ggml." + key, value);
    return this;
  }

  Tokenizer build() {
    byte[] file =
        writer
            .put("general.architecture", "llama")
            .put("tokenizer.ggml.model", model)
            .put("tokenizer.ggml.pre", pre)
            .put("tokenizer.ggml.tokens", tokens)
            .put("tokenizer.ggml.token_type", types.stream().mapToInt(t -> t).toArray())
            .put("tokenizer.ggml.merges", merges)
            .header();
    return Tokenizer.of(header(file));
  }

  private static GgufHeader header(byte[] file) {
    return switch (Guard.judge(MemorySegment.ofArray(file), file.length, "small.gguf")) {
      case Verdict.Play(GgufHeader header) -> header;
      case Verdict other -> throw new AssertionError(other);
    };
  }
}
