// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import bankml.gguf.MetadataValue.Array;
import bankml.gguf.MetadataValue.Text;
import bankml.testkit.Reference;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sound small files for the fuzzers to alter: one with a value of each type, and the reference's
 * models, where they are present, with long arrays cut to a few elements, long texts to a few
 * letters, and few, narrow tensors.
 */
final class Headers {
  private static final int ELEMENTS = 5;
  private static final int LETTERS = 40;
  private static final int TENSORS = 8;

  /** A file to alter, or the beginning of one. */
  static final class Sample {
    private final byte[] bytes;
    private final int headerBytes;

    private Sample(byte[] bytes, int headerBytes) {
      this.bytes = bytes;
      this.headerBytes = headerBytes;
    }

    byte[] bytes() {
      return bytes;
    }

    /** Returns how many of the bytes come before the data section. */
    int headerBytes() {
      return headerBytes;
    }
  }

  private Headers() {}

  /** Returns whole files, data sections (zeros) included; at least one. */
  static List<Sample> small() {
    List<Sample> files = new ArrayList<>();
    files.add(everyType());
    for (Path model : models()) {
      try (ModelFile file = ModelFile.open(model)) {
        files.add(trimmed(file.header()));
      }
    }
    return files;
  }

  /** Returns the beginnings of real models, each up to its data section; none without them. */
  static List<Sample> full() {
    List<Sample> headers = new ArrayList<>();
    for (Path model : models().stream().filter(Headers::isSmollm).limit(2).toList()) {
      try (ModelFile file = ModelFile.open(model);
          InputStream in = Files.newInputStream(model)) {
        int length = Math.toIntExact(file.header().dataOffset());
        headers.add(new Sample(in.readNBytes(length), length));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return headers;
  }

  private static boolean isSmollm(Path model) {
    return model.getFileName().toString().startsWith("smollm2");
  }

  private static List<Path> models() {
    if (Reference.find().isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(Reference.find().get().models())) {
      return files.filter(f -> f.toString().endsWith(".gguf")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Sample everyType() {
    Bytes strings = new Bytes();
    for (String s : List.of("", "a", "bc")) {
      strings.string(Bytes.utf8(s));
    }
    RawGguf raw = new RawGguf().text("general.architecture", "llama").text("general.name", "A 1B");
    for (ValueType type : ValueType.values()) {
      if (type.size() > 0) {
        raw.number("a." + type, type, 1);
        raw.array("array." + type, type.id(), 3, new byte[3 * type.size()]);
      }
    }
    raw.array("array.str", ValueType.STR.id(), 3, strings.toByteArray());
    raw.number("llama.block_count", ValueType.U32, 2);
    raw.number("general.alignment", ValueType.U32, 64).padTo(64);
    raw.tensor("token_embd.weight", GgmlType.Q8_0.id(), 0, 64, 3);
    raw.tensor("blk.0.attn_q.weight", GgmlType.Q2_0.id(), 256, 512, 4);
    raw.tensor("blk.1.norm.weight", GgmlType.F32.id(), 832, 3, 1, 2, 2);
    return new Sample(raw.data(960).file(), raw.header().length);
  }

  private static Sample trimmed(GgufHeader header) {
    GgufWriter writer = new GgufWriter();
    for (String key : header.metadata().keys()) {
      writer.put(key, trimmed(header.metadata().find(key).orElseThrow()));
    }
    List<TensorInfo> tensors = header.tensors();
    int step = Math.max(1, tensors.size() / TENSORS);
    int data = 0;
    for (int i = 0; i < tensors.size(); i += step) {
      TensorInfo tensor = tensors.get(i);
      List<Long> dims = new ArrayList<>(tensor.dims());
      dims.replaceAll(d -> Math.min(d, 256));
      int bytes = Math.toIntExact(new TensorInfo(tensor.name(), dims, tensor.type(), 0).bytes());
      writer.tensor(tensor.name(), dims, tensor.type(), MemorySegment.ofArray(new byte[bytes]));
      data += (bytes + 31) & -32;
    }
    byte[] bytes = writer.header();
    return new Sample(Arrays.copyOf(bytes, bytes.length + data), bytes.length);
  }

  private static MetadataValue trimmed(MetadataValue value) {
    return switch (value) {
      case Text text -> new Text(text.utf8().asSlice(0, Math.min(LETTERS, text.utf8().byteSize())));
      case Array array -> {
        long count = Math.min(ELEMENTS, array.count());
        yield new Array(
            array.elementType(), count, array.elements().asSlice(0, size(array, count)));
      }
      default -> value;
    };
  }

  private static long size(Array array, long count) {
    long at = 0;
    for (long i = 0; i < count; i++) {
      at +=
          array.elementType() == ValueType.STR
              ? Long.BYTES + array.elements().get(LittleEndian.LONG, at)
              : array.elementType().size();
    }
    return at;
  }
}
