// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.gguf.GgmlType;
import bankml.gguf.GgufWriter;
import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Model;
import bankml.model.Profile;
import bankml.text.Tokenizer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A real Llama file, small, whose weights make it say a script: token 0 is the prompt, and after
 * token i the best token by far is i + 1. Embeddings are one-hot rows, layers add nothing, and the
 * output matrix scores each token's successor.
 */
final class ScriptedModel implements AutoCloseable {
  /** The prompt. */
  static final int START = 0;

  /** The trained context, in tokens. */
  static final int CONTEXT = 1 << 18;

  /** Width of every row, and how many tokens there are. */
  private static final int WIDTH = 64;

  private final Workers workers = new Workers(1);
  private final Model model;
  private final Tokenizer tokenizer;

  private ScriptedModel(Path file) {
    ModelFile opened = ModelFile.open(file);
    tokenizer = Tokenizer.of(opened.header());
    model = Model.load(opened, Profile.DEFAULT, workers);
  }

  /** Writes a model into {@code folder} that says {@code pieces} and then ends. */
  static ScriptedModel saying(Path folder, String... pieces) {
    return saying(folder, Arrays.stream(pieces).map(ScriptedModel::utf8).toList(), false);
  }

  /** Writes a model that says {@code pieces} over and over and never ends. */
  static ScriptedModel repeating(Path folder, String... pieces) {
    return saying(folder, Arrays.stream(pieces).map(ScriptedModel::utf8).toList(), true);
  }

  /** Writes a model whose tokens are these bytes, not always whole characters. */
  static ScriptedModel saying(Path folder, List<byte[]> pieces, boolean repeating) {
    Path file = folder.resolve("scripted.gguf");
    write(file, pieces, repeating);
    return new ScriptedModel(file);
  }

  /** Writes a model as {@link #repeating} has it to {@code file}. */
  static void writeRepeating(Path file, String... pieces) {
    write(file, Arrays.stream(pieces).map(ScriptedModel::utf8).toList(), true);
  }

  private static void write(Path file, List<byte[]> pieces, boolean repeating) {
    List<String> vocabulary = new ArrayList<>(List.of("<start>"));
    pieces.forEach(piece -> vocabulary.add(spelling(piece)));
    vocabulary.add("<|im_end|>");
    int end = vocabulary.size() - 1;
    while (vocabulary.size() < WIDTH) {
      vocabulary.add("<unused" + vocabulary.size() + ">");
    }
    int[] types = new int[WIDTH];
    Arrays.fill(types, 3);
    Arrays.fill(types, 1, end, 1);
    int last = end - 1;
    float[] successors = new float[WIDTH * WIDTH];
    for (int token = 0; token < WIDTH; token++) {
      int next = token == last && repeating ? 1 : Math.min(token + 1, end);
      successors[next * WIDTH + token] = 10;
    }
    write(file, vocabulary, types, end, successors);
  }

  private static void write(
      Path file, List<String> vocabulary, int[] types, int end, float[] successors) {
    GgufWriter writer =
        new GgufWriter()
            .put("general.architecture", "llama")
            .put("llama.context_length", CONTEXT)
            .put("llama.embedding_length", WIDTH)
            .put("llama.block_count", 1)
            .put("llama.feed_forward_length", WIDTH)
            .put("llama.attention.head_count", 1)
            .put("llama.attention.layer_norm_rms_epsilon", 1e-5f)
            .put("tokenizer.ggml.model", "gpt2")
            .put("tokenizer.ggml.pre", "smollm")
            .put("tokenizer.ggml.tokens", vocabulary)
            .put("tokenizer.ggml.token_type", types)
            .put("tokenizer.ggml.merges", List.of("a b"))
            .put("tokenizer.ggml.bos_token_id", START)
            .put("tokenizer.ggml.eos_token_id", end);
    float[] oneHot = new float[WIDTH * WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      oneHot[i * WIDTH + i] = 1;
    }
    float[] zero = new float[WIDTH * WIDTH];
    float[] ones = new float[WIDTH];
    Arrays.fill(ones, 1);
    matrix(writer, "token_embd", oneHot);
    matrix(writer, "output", successors);
    row(writer, "output_norm", ones);
    row(writer, "blk.0.attn_norm", ones);
    row(writer, "blk.0.ffn_norm", ones);
    for (String name :
        List.of("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")) {
      matrix(writer, "blk.0." + name, zero);
    }
    writer.write(file);
  }

  private static void matrix(GgufWriter writer, String name, float[] values) {
    List<Long> dims = List.of((long) WIDTH, (long) WIDTH);
    writer.tensor(name + ".weight", dims, GgmlType.F32, bytes(values));
  }

  private static void row(GgufWriter writer, String name, float[] values) {
    List<Long> dims = List.of((long) WIDTH);
    writer.tensor(name + ".weight", dims, GgmlType.F32, bytes(values));
  }

  private static MemorySegment bytes(float[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return MemorySegment.ofArray(bytes.array());
  }

  private static byte[] utf8(String piece) {
    return piece.getBytes(StandardCharsets.UTF_8);
  }

  /** As byte-pair vocabularies spell bytes: printable ones as they are, the others from U+0100. */
  private static String spelling(byte[] piece) {
    StringBuilder spelling = new StringBuilder();
    for (byte b : piece) {
      spelling.append(spelling(b & 0xff));
    }
    return spelling.toString();
  }

  private static char spelling(int b) {
    int shifted = 0x100;
    for (int other = 0; other < b; other++) {
      shifted += printable(other) ? 0 : 1;
    }
    return (char) (printable(b) ? b : shifted);
  }

  private static boolean printable(int b) {
    return (b > 0x20 && b < 0x7f) || (b > 0xa0 && b != 0xad);
  }

  /** Returns an engine of this model. */
  Engine engine(int contextLength) {
    return engine(contextLength, Long.MAX_VALUE);
  }

  /** Returns an engine of this model that keeps rows in {@code cacheBytes}. */
  Engine engine(int contextLength, long cacheBytes) {
    return new Engine(model, tokenizer, contextLength, cacheBytes);
  }

  @Override
  public void close() {
    model.close();
    workers.close();
  }
}
