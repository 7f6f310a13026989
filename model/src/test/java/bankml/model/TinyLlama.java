// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.gguf.GgmlType;
import bankml.gguf.GgufHeader;
import bankml.gguf.GgufWriter;
import bankml.gguf.Guard;
import bankml.gguf.MetadataValue;
import bankml.gguf.Verdict;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * A small Llama file of seeded random weights, to be written or changed before it is judged. Its
 * vocabulary is as small as a test may have it, or another file's.
 */
final class TinyLlama {
  private record Tensor(List<Long> dims, GgmlType type) {}

  private final Map<String, Consumer<GgufWriter>> metadata = new LinkedHashMap<>();
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();

  /** The shape of the graph. */
  record Shape(int embedding, int blocks, int feedForward, int heads, int headsKv, int headLength) {
    static final Shape SMALL = new Shape(64, 2, 96, 2, 1, 32);
  }

  /** A file of {@code shape} whose matrices have the type that {@code types} gives their names. */
  TinyLlama(Shape shape, int vocabulary, Function<String, GgmlType> types) {
    put("general.architecture", "llama");
    put("llama.context_length", 4096);
    put("llama.embedding_length", shape.embedding());
    put("llama.block_count", shape.blocks());
    put("llama.feed_forward_length", shape.feedForward());
    put("llama.attention.head_count", shape.heads());
    put("llama.attention.head_count_kv", shape.headsKv());
    put("llama.attention.key_length", shape.headLength());
    put("llama.attention.value_length", shape.headLength());
    put("llama.rope.dimension_count", shape.headLength());
    put("llama.attention.layer_norm_rms_epsilon", 1e-5f);
    put("llama.rope.freq_base", 10000f);
    metadata.put(
        "tokenizer.ggml.tokens",
        w -> w.put("tokenizer.ggml.tokens", Collections.nCopies(vocabulary, "t")));
    long width = shape.embedding();
    long queries = (long) shape.heads() * shape.headLength();
    long keys = (long) shape.headsKv() * shape.headLength();
    matrix("token_embd.weight", width, vocabulary, types);
    norm("output_norm.weight", width);
    for (int i = 0; i < shape.blocks(); i++) {
      String block = "blk." + i + ".";
      norm(block + "attn_norm.weight", width);
      matrix(block + "attn_q.weight", width, queries, types);
      matrix(block + "attn_k.weight", width, keys, types);
      matrix(block + "attn_v.weight", width, keys, types);
      matrix(block + "attn_output.weight", queries, width, types);
      norm(block + "ffn_norm.weight", width);
      matrix(block + "ffn_gate.weight", width, shape.feedForward(), types);
      matrix(block + "ffn_up.weight", width, shape.feedForward(), types);
      matrix(block + "ffn_down.weight", shape.feedForward(), width, types);
    }
  }

  TinyLlama put(String key, String value) {
    metadata.put(key, w -> w.put(key, value));
    return this;
  }

  TinyLlama put(String key, int value) {
    metadata.put(key, w -> w.put(key, value));
    return this;
  }

  TinyLlama put(String key, float value) {
    metadata.put(key, w -> w.put(key, value));
    return this;
  }

  TinyLlama put(String key, MetadataValue value) {
    metadata.put(key, w -> w.put(key, value));
    return this;
  }

  /** Takes the tokenizer of another file, whose vocabulary must be as large. */
  TinyLlama tokenizerOf(GgufHeader other) {
    for (String key : other.metadata().keys()) {
      if (key.startsWith("tokenizer.")) {
        put(key, other.metadata().find(key).orElseThrow());
      }
    }
    return this;
  }

  TinyLlama without(String keyOrTensor) {
    metadata.remove(keyOrTensor);
    tensors.remove(keyOrTensor);
    return this;
  }

  TinyLlama tensor(String name, GgmlType type, long... dims) {
    tensors.put(name, new Tensor(LongStream.of(dims).boxed().toList(), type));
    return this;
  }

  private void matrix(String name, long width, long rows, Function<String, GgmlType> types) {
    tensor(name, types.apply(name), width, rows);
  }

  private void norm(String name, long width) {
    tensor(name, GgmlType.F32, width);
  }

  /** Returns the header that the guard reads from such a file. */
  GgufHeader header() {
    byte[] prefix = writer(new Random(0)).header();
    Verdict verdict = Guard.judge(MemorySegment.ofArray(prefix), Long.MAX_VALUE / 2, "tiny.gguf");
    if (verdict instanceof Verdict.Play play) {
      return play.header();
    }
    throw new AssertionError("the guard says " + verdict);
  }

  /** Writes the file, its weights drawn from {@code seed}. */
  void write(Path path, long seed) {
    writer(new Random(seed)).write(path);
  }

  private GgufWriter writer(Random random) {
    GgufWriter writer = new GgufWriter();
    metadata.values().forEach(put -> put.accept(writer));
    tensors.forEach((name, tensor) -> {
      long elements = tensor.dims().stream().reduce(1L, Math::multiplyExact);
      boolean norm = name.endsWith("norm.weight") && tensor.type() == GgmlType.F32;
      byte[] bytes =
          norm
              ? norms(random, (int) elements)
              : weights(random, tensor.type(), (int) tensor.type().rowBytes(elements));
      writer.tensor(name, tensor.dims(), tensor.type(), MemorySegment.ofArray(bytes));
    });
    return writer;
  }

  private static byte[] norms(Random random, int count) {
    ByteBuffer out = ByteBuffer.allocate(count * 4).order(ByteOrder.LITTLE_ENDIAN);
    while (out.hasRemaining()) {
      out.putFloat(0.5f + random.nextFloat());
    }
    return out.array();
  }

  /** Random codes under scales that keep rows of some hundred weights near one. */
  private static byte[] weights(Random random, GgmlType type, int size) {
    byte[] codes = new byte[size];
    random.nextBytes(codes);
    ByteBuffer out = ByteBuffer.wrap(codes).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < size; at += type.typeSize()) {
      switch (type) {
        case F32 -> out.putFloat(at, 0.2f * (random.nextFloat() - 0.5f));
        case F16 -> out.putShort(at, half(0.2f * (random.nextFloat() - 0.5f)));
        case Q8_0 -> out.putShort(at, half(0.002f * random.nextFloat()));
        case Q4_0 -> out.putShort(at, half(0.04f * (random.nextFloat() - 0.5f)));
        case Q4_1 -> {
          out.putShort(at, half(0.02f * random.nextFloat()));
          out.putShort(at + 2, half(-0.15f * random.nextFloat()));
        }
        default -> out.putShort(at, half(0));
      }
    }
    return codes;
  }

  private static short half(float value) {
    return Float.floatToFloat16(value);
  }
}
