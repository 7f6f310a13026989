// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A list, or a tuple, which cannot be changed. */
final class ListValue implements Value {
  /** The values in the tuples in a tuple; each tuple can hold another many times. */
  private static final long MAX_WEIGHT = 100_000;

  private final List<Value> items;
  private final boolean tuple;
  private final long weight;

  private ListValue(List<Value> items, boolean tuple) {
    this.items = items;
    this.tuple = tuple;
    this.weight = tuple ? weightOf(items) : 1;
    if (weight > MAX_WEIGHT) {
      throw TemplateFault.bound("a tuple holds more than " + MAX_WEIGHT + " values");
    }
  }

  private static long weightOf(List<Value> items) {
    long sum = 1;
    for (Value item : items) {
      sum += item instanceof ListValue list ? list.weight : 1;
    }
    return sum;
  }

  /** Returns how many values a comparison of this list may look at. */
  long comparisonWork() {
    return weightOf(items);
  }

  /** Returns a list that owns {@code items}. */
  static ListValue list(List<Value> items) {
    return new ListValue(items, false);
  }

  static ListValue tuple(List<Value> items) {
    return new ListValue(items, true);
  }

  /** Returns a value of this one's kind, list or tuple, that owns {@code items}. */
  ListValue alike(List<Value> items) {
    return new ListValue(items, tuple);
  }

  @Override
  public List<Value> asList() {
    return Collections.unmodifiableList(items);
  }

  void add(Value value) {
    requireList();
    items.add(value);
  }

  /** Removes and returns the item at {@code index}, from the end where it is negative. */
  Value remove(long index) {
    requireList();
    Value removed = at(index);
    items.remove((int) (index < 0 ? index + items.size() : index));
    return removed;
  }

  /** Returns the item at {@code index}, from the end where it is negative; a fault outside. */
  Value at(long index) {
    long from = index < 0 ? index + items.size() : index;
    if (from < 0 || from >= items.size()) {
      throw new TemplateFault("index " + index + " is outside of a list of " + items.size());
    }
    return items.get((int) from);
  }

  /** As {@link #at(long)}, but {@code otherwise} outside. */
  Value at(long index, Value otherwise) {
    long from = index < 0 ? index + items.size() : index;
    return from < 0 || from >= items.size() ? otherwise : items.get((int) from);
  }

  private void requireList() {
    if (tuple) {
      throw new TemplateFault("a tuple cannot be changed");
    }
  }

  boolean isTuple() {
    return tuple;
  }

  @Override
  public String typeName() {
    return tuple ? "Tuple" : "Array";
  }

  @Override
  public boolean isTrue() {
    return !items.isEmpty();
  }

  @Override
  public Str asText() {
    return Str.of(Printing.of(this));
  }

  @Override
  public boolean isMutable() {
    return !tuple;
  }

  @Override
  public boolean isHashable() {
    return items.stream().allMatch(item -> !item.isMutable() && item.isHashable());
  }

  /** Lists of lists never equal, not even themselves: the reference compares immutable items. */
  @Override
  public boolean isEqualTo(Value other) {
    if (!(other instanceof ListValue list)
        || list.tuple != tuple
        || list.items.size() != items.size()
        || !isHashable()
        || !list.isHashable()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      if (!items.get(i).isEqualTo(list.items.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns a new list of the same items, for changing or sorting. */
  List<Value> copy() {
    return new ArrayList<>(items);
  }
}
