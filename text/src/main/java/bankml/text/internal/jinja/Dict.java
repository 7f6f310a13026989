// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A dictionary in the order its keys came. Keys are immutable values. */
public final class Dict implements Value {
  /** A key and its value. */
  record Entry(Value key, Value value) {}

  private final Map<Object, Entry> entries = new LinkedHashMap<>();
  private final boolean methods;

  private Dict(boolean methods) {
    this.methods = methods;
  }

  /** Returns an empty dictionary. */
  public static Dict create() {
    return new Dict(true);
  }

  /** Returns an empty dictionary without {@code items}, {@code get} and the like. */
  static Dict withoutMethods() {
    return new Dict(false);
  }

  boolean hasMethods() {
    return methods;
  }

  /** Sets {@code key}, bytes one a char. A key that was there keeps its place. */
  public void put(String key, Value value) {
    put(Str.of(key), value);
  }

  void put(Value key, Value value) {
    entries.merge(
        keyOf(key), new Entry(key, value), (old, now) -> new Entry(old.key(), now.value()));
  }

  boolean has(Value key) {
    return entries.containsKey(keyOf(key));
  }

  /** Returns the value of {@code key}, or null. */
  @Nullable Value find(Value key) {
    Entry entry = entries.get(keyOf(key));
    return entry == null ? null : entry.value();
  }

  /** Returns the value of {@code key}; a fault when it is not there. */
  Value at(Value key) {
    Value value = find(key);
    if (value == null) {
      throw new TemplateFault("there is no key " + key.asText().text());
    }
    return value;
  }

  /** Returns the value of {@code key}, or {@code otherwise}. */
  Value at(Value key, Value otherwise) {
    Value value = find(key);
    return value == null ? otherwise : value;
  }

  Collection<Entry> entries() {
    return Collections.unmodifiableCollection(entries.values());
  }

  int size() {
    return entries.size();
  }

  /**
   * What stands for {@code key} in the table: equal where the reference finds equal values of equal
   * hash.
   */
  private static Object keyOf(Value key) {
    if (key.isMutable() || !key.isHashable()) {
      throw new TemplateFault(key.typeName() + " cannot be a key");
    }
    return switch (key) {
      case Str str -> str.text();
      case Int number -> Numeric.key(number);
      case Real number -> Numeric.key(number);
      case Bool number -> Numeric.key(number);
      case None _ -> None.class;
      case ListValue tuple -> {
        List<Object> keys = new ArrayList<>();
        tuple.asList().forEach(item -> keys.add(keyOf(item)));
        yield keys;
      }
      case Undefined _, Function _, KeywordArgument _, Dict _ ->
          throw new TemplateFault(key.typeName() + " cannot be a key");
    };
  }

  @Override
  public String typeName() {
    return "Object";
  }

  @Override
  public boolean isTrue() {
    return !entries.isEmpty();
  }

  @Override
  public Str asText() {
    return Str.of(Printing.of(this));
  }

  @Override
  public boolean isMutable() {
    return true;
  }

  @Override
  public boolean isHashable() {
    return entries.values().stream()
        .allMatch(entry -> !entry.value().isMutable() && entry.value().isHashable());
  }

  /** Order counts, and values that can be changed never equal. */
  @Override
  public boolean isEqualTo(Value other) {
    if (!(other instanceof Dict dict)
        || dict.size() != size()
        || !isHashable()
        || !dict.isHashable()) {
      return false;
    }
    var theirs = dict.entries.values().iterator();
    for (Entry mine : entries.values()) {
      Entry their = theirs.next();
      if (!mine.key().isEqualTo(their.key()) || !mine.value().isEqualTo(their.value())) {
        return false;
      }
    }
    return true;
  }
}
