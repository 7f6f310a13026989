// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;

/**
 * What can be called: a function of the engine, a value's method, a macro.
 *
 * @param name for messages
 * @param body what it does
 * @param bound the value whose method it is, in front of the arguments, or nothing
 */
record Function(String name, Body body, List<Value> bound) implements Value {
  /** What a function does. */
  @FunctionalInterface
  interface Body {
    Value call(Arguments arguments);
  }

  Function(String name, Body body) {
    this(name, body, List.of());
  }

  /** Returns the function's value for {@code arguments}, called in {@code caller}. */
  Value call(List<Value> arguments, Frame caller) {
    List<Value> all = new ArrayList<>(bound.size() + arguments.size());
    all.addAll(bound);
    all.addAll(arguments);
    if (!bound.isEmpty() && bound.getFirst() instanceof Str text) {
      caller.run().workOnText(text.length());
    }
    return body.call(new Arguments(name, all, caller));
  }

  @Override
  public String typeName() {
    return "Function";
  }

  @Override
  public boolean isHashable() {
    return false;
  }

  /** All functions equal: the reference compares what it cannot see. */
  @Override
  public boolean isEqualTo(Value other) {
    return other instanceof Function;
  }
}
