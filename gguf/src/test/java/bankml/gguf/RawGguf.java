// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** A GGUF file written field by field without a check, so that any of them can be wrong. */
final class RawGguf {
  private final Bytes entries = new Bytes();
  private final Bytes lines = new Bytes();
  private String magic = "GGUF";
  private int version = 3;
  private long entryCount;
  private long tensorCount;
  private long claimedEntries;
  private long claimedTensors;
  private int alignment = 32;
  private int data;

  /** One f32 tensor of 32 elements, 128 bytes of data: a file that plays. */
  static RawGguf playable() {
    return new RawGguf()
        .text("general.architecture", "llama")
        .tensor("t", GgmlType.F32.id(), 0, 32)
        .data(128);
  }

  RawGguf magic(String letters) {
    magic = letters;
    return this;
  }

  RawGguf version(int number) {
    version = number;
    return this;
  }

  /** Claims so many entries more than there are. */
  RawGguf claimEntries(long more) {
    claimedEntries = more;
    return this;
  }

  /** Claims so many tensors more than there are. */
  RawGguf claimTensors(long more) {
    claimedTensors = more;
    return this;
  }

  /** Pads the header to {@code bytes}; the key is for the caller to write. */
  RawGguf padTo(int bytes) {
    alignment = bytes;
    return this;
  }

  /** Appends a data section of zeros. */
  RawGguf data(int bytes) {
    data = bytes;
    return this;
  }

  RawGguf entry(byte[] key, int type, byte[] value) {
    entries.string(key);
    entries.i32(type);
    entries.bytes(value);
    entryCount++;
    return this;
  }

  RawGguf entry(String key, int type, byte[] value) {
    return entry(Bytes.utf8(key), type, value);
  }

  RawGguf number(String key, ValueType type, long value) {
    Bytes bytes = new Bytes();
    bytes.number(value, type.size());
    return entry(key, type.id(), bytes.toByteArray());
  }

  RawGguf text(String key, String value) {
    Bytes bytes = new Bytes();
    bytes.string(Bytes.utf8(value));
    return entry(key, ValueType.STR.id(), bytes.toByteArray());
  }

  /** An array as it claims to be, with {@code elements} after its count. */
  RawGguf array(String key, int elementType, long count, byte[] elements) {
    Bytes bytes = new Bytes();
    bytes.i32(elementType);
    bytes.i64(count);
    bytes.bytes(elements);
    return entry(key, ValueType.ARR.id(), bytes.toByteArray());
  }

  /** An array of arrays {@code depth} deep, the innermost of one u8. */
  RawGguf nested(String key, int depth) {
    Bytes bytes = new Bytes();
    for (int i = 1; i < depth; i++) {
      bytes.i32(ValueType.ARR.id());
      bytes.i64(1);
    }
    bytes.i32(ValueType.U8.id());
    bytes.i64(1);
    bytes.number(7, 1);
    return entry(key, ValueType.ARR.id(), bytes.toByteArray());
  }

  RawGguf tensor(String name, int type, long offset, long... dims) {
    return tensor(Bytes.utf8(name), type, offset, dims);
  }

  RawGguf tensor(byte[] name, int type, long offset, long... dims) {
    lines.string(name);
    lines.i32(dims.length);
    Arrays.stream(dims).forEach(lines::i64);
    lines.i32(type);
    lines.i64(offset);
    tensorCount++;
    return this;
  }

  /** The file up to its data section. */
  byte[] header() {
    Bytes out = new Bytes();
    out.bytes(Bytes.utf8(magic));
    out.i32(version);
    out.i64(tensorCount + claimedTensors);
    out.i64(entryCount + claimedEntries);
    out.bytes(entries.toByteArray());
    out.bytes(lines.toByteArray());
    out.bytes(new byte[(int) (-out.size() & (alignment - 1))]);
    return out.toByteArray();
  }

  /** The whole file. */
  byte[] file() {
    byte[] header = header();
    return Arrays.copyOf(header, header.length + data);
  }

  /** What the guard says of the whole file. */
  Verdict judge() {
    return judge("m.gguf");
  }

  Verdict judge(String fileName) {
    byte[] file = file();
    return Guard.judge(MemorySegment.ofArray(file), file.length, fileName);
  }
}
