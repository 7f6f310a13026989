// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import bankml.gguf.Cursor.Malformed;
import bankml.gguf.Metadata.Entry;
import bankml.gguf.MetadataValue.Array;
import bankml.gguf.MetadataValue.Flag;
import bankml.gguf.MetadataValue.Real;
import bankml.gguf.MetadataValue.Text;
import bankml.gguf.MetadataValue.Whole;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the keys and values. Strings and arrays become views of the prefix; an array of strings is
 * walked, so that its end is known, and nothing is kept for its elements.
 *
 * <p>One thing is read that the reference refuses: an array of arrays, which the format allows, to
 * a depth of 64 ({@code ggml/src/gguf.cpp}, {@code gguf_init_from_reader}).
 */
final class MetadataReader {
  /** The fewest bytes of a key and its value: a length, one letter, a type, one byte. */
  static final long LEAST_ENTRY = Long.BYTES + 1 + Integer.BYTES + 1;

  private static final int DEEPEST_ARRAY = 64;

  /** The reference's limit on the bytes of a string and on the elements of an array. */
  private static final long LONGEST = 1L << 30;

  private final Cursor in;
  private final Reasons reasons;

  MetadataReader(Cursor in, Reasons reasons) {
    this.in = in;
    this.reasons = reasons;
  }

  /** Reads {@code count} keys and values. */
  Metadata read(long count) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (long i = 0; i < count; i++) {
      long at = in.position();
      String key = name("key " + i);
      if (key.isEmpty()) {
        throw new Malformed("key " + i + " at byte " + at + " is empty; a name is accepted");
      }
      int type = in.i32();
      long offset = in.position();
      Entry entry = new Entry(offset, value(valueType(type, key), key));
      if (entries.putIfAbsent(key, entry) != null) {
        reasons.add("key '" + key + "' at byte " + at + " is there twice; once is accepted");
      }
    }
    return new Metadata(entries);
  }

  /** Reads a string that names something: it must be UTF-8 without a NUL. */
  String name(String what) {
    long at = in.position();
    ByteBuffer utf8 = string(what).asByteBuffer();
    Optional<String> name = decode(utf8);
    if (name.isEmpty()) {
      reasons.add(
          "the name of " + what + " at byte " + at + " is not UTF-8 without NUL, as is accepted");
    }
    return name.orElse("(" + what + ")");
  }

  private static Optional<String> decode(ByteBuffer utf8) {
    try {
      String name = StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
      return name.indexOf('\0') < 0 ? Optional.of(name) : Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private MemorySegment string(String what) {
    long at = in.position();
    long length = in.i64();
    limit(length, "the string length at byte " + at + " (" + what + ")");
    in.claim(length, 1, "the string length at byte " + at + " (" + what + ")");
    return in.bytes(length);
  }

  private MetadataValue value(ValueType type, String key) {
    return switch (type) {
      case U8 -> new Whole(type, in.u8());
      case I8 -> new Whole(type, (byte) in.u8());
      case U16 -> new Whole(type, Short.toUnsignedLong(in.i16()));
      case I16 -> new Whole(type, in.i16());
      case U32 -> new Whole(type, Integer.toUnsignedLong(in.i32()));
      case I32 -> new Whole(type, in.i32());
      case U64, I64 -> new Whole(type, in.i64());
      case F32 -> new Real(type, in.f32());
      case F64 -> new Real(type, in.f64());
      case BOOL -> new Flag(in.u8() != 0);
      case STR -> new Text(string(key));
      case ARR -> array(key, 1);
    };
  }

  private Array array(String key, int depth) {
    long at = in.position();
    if (depth > DEEPEST_ARRAY) {
      throw new Malformed(
          "key '%s': the array at byte %d is nested %d deep; up to %d is accepted"
              .formatted(key, at, depth, DEEPEST_ARRAY));
    }
    ValueType elementType = valueType(in.i32(), key);
    String what = "key '" + key + "': the array count at byte " + in.position();
    long count = in.i64();
    limit(count, what);
    in.claim(count, elementType.leastSize(), what);
    long start = in.position();
    switch (elementType) {
      case STR -> {
        for (long i = 0; i < count; i++) {
          string(key);
        }
      }
      case ARR -> {
        for (long i = 0; i < count; i++) {
          array(key, depth + 1);
        }
      }
      default -> in.bytes(count * elementType.size());
    }
    return new Array(elementType, count, in.since(start));
  }

  private ValueType valueType(int id, String key) {
    return ValueType.ofId(id)
        .orElseThrow(() ->
            new Malformed(
                "key '%s': the value type at byte %d is %d; 0 to 12 are accepted"
                    .formatted(key, in.position() - Integer.BYTES, Integer.toUnsignedLong(id))));
  }

  private static void limit(long value, String what) {
    if (Long.compareUnsigned(value, LONGEST) > 0) {
      throw new Malformed(
          what + " is " + Long.toUnsignedString(value) + "; up to " + LONGEST + " is accepted");
    }
  }
}
