// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables that a block sees: its own, and behind them those of the block around it. */
final class Frame {
  private final Run run;
  private final @Nullable Frame outer;
  private final Map<String, Value> variables = new HashMap<>();

  private Frame(Run run, @Nullable Frame outer) {
    this.run = run;
    this.outer = outer;
  }

  /** Returns the outermost frame of {@code run}, with the names of constants. */
  static Frame outermost(Run run) {
    Frame frame = new Frame(run, null);
    frame.set("true", new Bool(true));
    frame.set("True", new Bool(true));
    frame.set("false", new Bool(false));
    frame.set("False", new Bool(false));
    frame.set("none", new None());
    frame.set("None", new None());
    return frame;
  }

  /** Returns a frame inside of this one, which must not change while the inner one is used. */
  Frame inner() {
    return new Frame(run, this);
  }

  /** Returns a frame of its own with all the variables as they are now. */
  Frame snapshot() {
    Frame copy = new Frame(run, null);
    copyInto(copy);
    return copy;
  }

  private void copyInto(Frame copy) {
    if (outer != null) {
      outer.copyInto(copy);
    }
    run.work(variables.size());
    copy.variables.putAll(variables);
  }

  Run run() {
    return run;
  }

  /** Returns the value of {@code name}; undefined when there is none. */
  Value get(String name) {
    for (Frame frame = this; frame != null; frame = frame.outer) {
      Value value = frame.variables.get(name);
      if (value != null) {
        return value;
      }
    }
    return new Undefined(name);
  }

  /** Sets {@code name} here, not in the frames around. */
  void set(String name, Value value) {
    variables.put(name, value);
  }
}
