// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Which values a template looked at, and what it did with them: by this the reference finds out
 * what a template can do ({@code common/jinja/value.h}, {@code stats_t}). Single values count, not
 * equal ones.
 */
public final class Usage {
  public static final String ARRAY_ACCESS = "array_access";
  static final String OBJECT_ACCESS = "object_access";

  private final boolean watching;
  private final IdentityHashMap<Value, Set<String>> operations = new IdentityHashMap<>();

  /** Those used with all that was in them, so that a list inside itself is seen once. */
  private final Set<Value> deeply = Collections.newSetFromMap(new IdentityHashMap<>());

  private Usage(boolean watching) {
    this.watching = watching;
  }

  /** Returns a usage that records. */
  public static Usage watched() {
    return new Usage(true);
  }

  /** Returns a usage that records nothing. */
  static Usage unwatched() {
    return new Usage(false);
  }

  void use(Value value) {
    if (watching) {
      operations.computeIfAbsent(value, v -> new HashSet<>());
    }
  }

  void use(Value value, String operation) {
    if (watching) {
      operations.computeIfAbsent(value, v -> new HashSet<>()).add(operation);
    }
  }

  /** Uses {@code value} and all that is in it. */
  void useDeeply(Value value) {
    if (!watching || !deeply.add(value)) {
      return;
    }
    use(value);
    switch (value) {
      case ListValue list -> list.asList().forEach(this::useDeeply);
      case Dict dict ->
          dict.entries()
              .forEach(entry -> {
                useDeeply(entry.key());
                useDeeply(entry.value());
              });
      default -> {}
    }
  }

  /** Returns whether the template looked at this very {@code value}. */
  public boolean isUsed(Value value) {
    return operations.containsKey(value);
  }

  /** Returns whether the template did {@code operation} with this very {@code value}. */
  public boolean has(Value value, String operation) {
    return operations.getOrDefault(value, Set.of()).contains(operation);
  }
}
