// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import bankml.gguf.MetadataValue.Array;
import bankml.gguf.MetadataValue.Flag;
import bankml.gguf.MetadataValue.Real;
import bankml.gguf.MetadataValue.Text;
import bankml.gguf.MetadataValue.Whole;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes a GGUF file of version 3: metadata first, then the tensors in the order they were added,
 * each padded to {@code general.alignment} (32 when the key is not put). One thread at a time.
 */
public final class GgufWriter {
  private static final int VERSION = 3;
  private static final int DEFAULT_ALIGNMENT = 32;
  private static final long LARGEST_WRITE = 1L << 30;

  private record Tensor(TensorInfo info, MemorySegment data) {}

  private final Map<String, MetadataValue> metadata = new LinkedHashMap<>();
  private final List<Tensor> tensors = new ArrayList<>();

  /** Starts with no metadata and no tensors. */
  public GgufWriter() {}

  /** Puts any value; a key that is there already keeps its place and gets the new value. */
  public GgufWriter put(String key, MetadataValue value) {
    metadata.put(key, value);
    return this;
  }

  /** Puts a str. */
  public GgufWriter put(String key, String value) {
    return put(key, new Text(MemorySegment.ofArray(Bytes.utf8(value))));
  }

  /** Puts an u32. */
  public GgufWriter put(String key, int value) {
    return put(key, new Whole(ValueType.U32, Integer.toUnsignedLong(value)));
  }

  /** Puts an f32. */
  public GgufWriter put(String key, float value) {
    return put(key, new Real(ValueType.F32, value));
  }

  /** Puts a bool. */
  public GgufWriter put(String key, boolean value) {
    return put(key, new Flag(value));
  }

  /** Puts an array of str. */
  public GgufWriter put(String key, List<String> values) {
    Bytes bytes = new Bytes();
    values.forEach(v -> bytes.string(Bytes.utf8(v)));
    return put(key, new Array(ValueType.STR, values.size(), bytes.segment()));
  }

  /** Puts an array of i32. */
  public GgufWriter put(String key, int[] values) {
    Bytes bytes = new Bytes();
    for (int value : values) {
      bytes.i32(value);
    }
    return put(key, new Array(ValueType.I32, values.length, bytes.segment()));
  }

  /** Puts an array of f32. */
  public GgufWriter put(String key, float[] values) {
    Bytes bytes = new Bytes();
    for (float value : values) {
      bytes.i32(Float.floatToRawIntBits(value));
    }
    return put(key, new Array(ValueType.F32, values.length, bytes.segment()));
  }

  /**
   * Adds a tensor.
   *
   * @param dims elements per dimension, the length of a row first
   * @param data the tensor's bytes, exactly as many as its type and {@code dims} say; read when the
   *     file is written
   */
  public GgufWriter tensor(String name, List<Long> dims, GgmlType type, MemorySegment data) {
    TensorInfo info = new TensorInfo(name, dims, type, 0);
    if (info.bytes() != data.byteSize()) {
      throw new IllegalArgumentException(
          name + " has " + data.byteSize() + " bytes, but " + dims + " takes " + info.bytes());
    }
    tensors.add(new Tensor(info, data));
    return this;
  }

  /** Returns the file's bytes up to its data section, padding included. */
  public byte[] header() {
    Bytes out = new Bytes();
    out.bytes(new byte[] {'G', 'G', 'U', 'F'});
    out.i32(VERSION);
    out.i64(tensors.size());
    out.i64(metadata.size());
    metadata.forEach((key, value) -> {
      out.string(Bytes.utf8(key));
      out.i32(value.type().id());
      value(out, value);
    });
    long offset = 0;
    for (Tensor tensor : tensors) {
      line(out, tensor.info(), offset);
      offset = padded(offset + tensor.info().bytes());
    }
    out.bytes(new byte[(int) (padded(out.size()) - out.size())]);
    return out.toByteArray();
  }

  /**
   * Writes the file aside, forces it to the disk, and then gives it its name, so that {@code path}
   * is never half a file.
   *
   * @throws Refusal of kind {@code IO} when it cannot be written; nothing is left behind then
   */
  public void write(Path path) {
    Path aside = path.resolveSibling(path.getFileName() + "." + UUID.randomUUID() + ".part");
    try {
      try (FileChannel channel =
          FileChannel.open(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        write(channel);
        channel.force(true);
      }
      Files.move(aside, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      try {
        Files.deleteIfExists(aside);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw new Refusal(Refusal.Kind.IO, "cannot write " + path + ": " + e.getMessage(), e);
    }
  }

  private void write(FileChannel channel) throws IOException {
    write(channel, MemorySegment.ofArray(header()));
    for (Tensor tensor : tensors) {
      write(channel, tensor.data());
      long bytes = tensor.data().byteSize();
      write(channel, MemorySegment.ofArray(new byte[(int) (padded(bytes) - bytes)]));
    }
  }

  private static void write(FileChannel channel, MemorySegment segment) throws IOException {
    for (long at = 0; at < segment.byteSize(); at += LARGEST_WRITE) {
      ByteBuffer chunk =
          segment.asSlice(at, Math.min(LARGEST_WRITE, segment.byteSize() - at)).asByteBuffer();
      while (chunk.hasRemaining()) {
        channel.write(chunk);
      }
    }
  }

  private long padded(long bytes) {
    long alignment =
        metadata.get("general.alignment") instanceof Whole(var type, long bits)
            ? bits
            : DEFAULT_ALIGNMENT;
    return (bytes + alignment - 1) & -alignment;
  }

  private static void line(Bytes out, TensorInfo info, long offset) {
    out.string(Bytes.utf8(info.name()));
    out.i32(info.dims().size());
    info.dims().forEach(out::i64);
    out.i32(info.type().id());
    out.i64(offset);
  }

  private static void value(Bytes out, MetadataValue value) {
    switch (value) {
      case Whole(ValueType type, long bits) -> out.number(bits, type.size());
      case Real(ValueType type, double number) ->
          out.number(
              type == ValueType.F32
                  ? Float.floatToRawIntBits((float) number)
                  : Double.doubleToRawLongBits(number),
              type.size());
      case Flag(boolean flag) -> out.number(flag ? 1 : 0, 1);
      case Text text -> out.string(Bytes.of(text.utf8()));
      case Array array -> {
        out.i32(array.elementType().id());
        out.i64(array.count());
        out.bytes(Bytes.of(array.elements()));
      }
    }
  }
}
