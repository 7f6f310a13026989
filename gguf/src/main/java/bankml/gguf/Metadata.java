// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import bankml.gguf.MetadataValue.Array;
import bankml.gguf.MetadataValue.Flag;
import bankml.gguf.MetadataValue.Real;
import bankml.gguf.MetadataValue.Text;
import bankml.gguf.MetadataValue.Whole;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file's keys and values, in the order of the file. Immutable.
 *
 * <p>Each {@code find} answers nothing when the key is missing, and each {@code require} refuses
 * then. Both refuse a value of another type than the one asked for, naming the key and its byte
 * offset: the reference converts no types either ({@code src/llama-model-loader.cpp}, {@code
 * GKV::get_kv}).
 */
public final class Metadata {
  /**
   * A value and where it is.
   *
   * @param offset bytes from the file's start to the value
   */
  record Entry(long offset, MetadataValue value) {}

  private final LinkedHashMap<String, Entry> entries;

  Metadata(Map<String, Entry> entries) {
    this.entries = new LinkedHashMap<>(entries);
  }

  /** Returns the keys in the order of the file. */
  public SequencedSet<String> keys() {
    return Collections.unmodifiableSequencedSet(entries.sequencedKeySet());
  }

  /** Returns the value of {@code key}, whatever its type. */
  public Optional<MetadataValue> find(String key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  /** Returns the text of {@code key}. */
  public Optional<String> findString(String key) {
    return find(key, "a str", v -> v instanceof Text text ? text.string() : null);
  }

  /** Returns the u32 of {@code key}; one over 2^31 - 1 is refused. */
  public Optional<Integer> findInt(String key) {
    return find(
        key,
        "an u32 up to " + Integer.MAX_VALUE,
        v ->
            v instanceof Whole(ValueType type, long bits)
                    && type == ValueType.U32
                    && bits <= Integer.MAX_VALUE
                ? (int) bits
                : null);
  }

  /** Returns the f32 of {@code key}. */
  public Optional<Float> findFloat(String key) {
    return find(
        key,
        "an f32",
        v ->
            v instanceof Real(ValueType type, double value) && type == ValueType.F32
                ? (float) value
                : null);
  }

  /** Returns the bool of {@code key}. */
  public Optional<Boolean> findBool(String key) {
    return find(key, "a bool", v -> v instanceof Flag(boolean value) ? value : null);
  }

  /** Returns the strings of {@code key}, decoded anew each time. */
  public Optional<List<String>> findStrings(String key) {
    return array(key, "an array of str", ValueType.STR).map(Metadata::strings);
  }

  /** Returns the i32 or u32 of {@code key}, an u32 over 2^31 - 1 as the same 32 bits. */
  public Optional<int[]> findInts(String key) {
    return array(key, "an array of i32 or u32", ValueType.I32, ValueType.U32)
        .map(a -> a.elements().toArray(LittleEndian.INT));
  }

  /** Returns the f32 of {@code key}. */
  public Optional<float[]> findFloats(String key) {
    return array(key, "an array of f32", ValueType.F32)
        .map(a -> a.elements().toArray(LittleEndian.FLOAT));
  }

  /** As {@link #findString}, refusing when there is none. */
  public String requireString(String key) {
    return require(key, "str", findString(key));
  }

  /** As {@link #findInt}, refusing when there is none. */
  public int requireInt(String key) {
    return require(key, "u32", findInt(key));
  }

  /** As {@link #findFloat}, refusing when there is none. */
  public float requireFloat(String key) {
    return require(key, "f32", findFloat(key));
  }

  /** As {@link #findBool}, refusing when there is none. */
  public boolean requireBool(String key) {
    return require(key, "bool", findBool(key));
  }

  /** As {@link #findStrings}, refusing when there are none. */
  public List<String> requireStrings(String key) {
    return require(key, "array of str", findStrings(key));
  }

  /** As {@link #findInts}, refusing when there are none. */
  public int[] requireInts(String key) {
    return require(key, "array of i32", findInts(key));
  }

  /** As {@link #findFloats}, refusing when there are none. */
  public float[] requireFloats(String key) {
    return require(key, "array of f32", findFloats(key));
  }

  /** Says where {@code key} is and what it holds, the beginning of a reason to refuse it. */
  String describe(String key) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return "key '" + key + "' is missing";
    }
    return "key '" + key + "' at byte " + entry.offset() + " is " + describe(entry.value());
  }

  private static String describe(MetadataValue value) {
    return switch (value) {
      case Whole(ValueType type, long bits) ->
          type + " " + (type == ValueType.U64 ? Long.toUnsignedString(bits) : Long.toString(bits));
      case Real(ValueType type, double number) -> type + " " + number;
      case Flag(boolean flag) -> "bool " + flag;
      case Text text -> "str of " + text.utf8().byteSize() + " bytes";
      case Array array -> "an array of " + array.count() + " " + array.elementType();
    };
  }

  /** Looks {@code key} up as {@code as} reads it; a value that it reads as null is refused. */
  private <T> Optional<T> find(
      String key, String accepted, Function<MetadataValue, @Nullable T> as) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return Optional.empty();
    }
    T value = as.apply(entry.value());
    if (value == null) {
      throw Refusal.refused(describe(key) + "; " + accepted + " is accepted");
    }
    return Optional.of(value);
  }

  private static <T> T require(String key, String type, Optional<T> found) {
    return found.orElseThrow(
        () -> Refusal.refused("key '" + key + "' (" + type + ") is missing from the header"));
  }

  private Optional<Array> array(String key, String accepted, ValueType... elementTypes) {
    return find(
        key,
        accepted,
        v ->
            v instanceof Array array && List.of(elementTypes).contains(array.elementType())
                ? array
                : null);
  }

  private static List<String> strings(Array array) {
    MemorySegment bytes = array.elements();
    List<String> strings = new ArrayList<>((int) array.count());
    long at = 0;
    for (long i = 0; i < array.count(); i++) {
      long length = bytes.get(LittleEndian.LONG, at);
      at += Long.BYTES;
      strings.add(
          new String(
              bytes.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
      at += length;
    }
    return Collections.unmodifiableList(strings);
  }
}
