// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import bankml.text.internal.jinja.Statement.For;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code for} ({@code common/jinja/runtime.cpp}, {@code for_statement}). */
final class Loop {
  private final For loop;
  private final Frame scope;
  private final List<Value> results = new ArrayList<>();

  private Loop(For loop, Frame scope) {
    this.loop = loop;
    this.scope = scope;
  }

  /**
   * Returns the text of all rounds, and of {@code else} where no round came to its end. What a
   * round sets, the next one sees; nothing outside does.
   */
  static Str run(For statement, Frame frame) {
    Loop loop = new Loop(statement, frame.inner());
    if (!loop.rounds(loop.items())) {
      for (Node node : statement.otherwise()) {
        loop.results.add(Interpreter.execute(node, frame));
      }
    }
    return Interpreter.text(loop.results, frame.run());
  }

  /** Returns what the loop goes through: the items that pass its condition. */
  private List<Value> items() {
    boolean all = !(loop.items() instanceof Expression.Select);
    Expression source =
        loop.items() instanceof Expression.Select select ? select.value() : loop.items();
    List<Value> items = new ArrayList<>();
    for (Value item : candidates(Evaluator.evaluate(source, scope))) {
      scope.run().work(1);
      requireFitting(item);
      if (all || passes(item)) {
        items.add(item);
      }
    }
    return items;
  }

  /** A dictionary gives its keys to one name, and pairs to several. */
  private List<Value> candidates(Value iterable) {
    scope.run().usage().use(iterable, Usage.ARRAY_ACCESS);
    return switch (iterable) {
      case Undefined _ -> List.of();
      case ListValue list -> list.copy();
      case Dict dict -> {
        scope.run().usage().use(dict, Usage.OBJECT_ACCESS);
        boolean keys = loop.target() instanceof Expression.Name;
        yield dict.entries().stream()
            .map(entry -> keys ? entry.key() : DictMethods.pair(entry))
            .toList();
      }
      default -> throw new TemplateFault("for takes a list and got " + iterable.typeName());
    };
  }

  private void requireFitting(Value item) {
    switch (loop.target()) {
      case Expression.Name _ -> {}
      case Expression.TupleLiteral names -> {
        int size = item.asList().size();
        if (size != names.items().size()) {
          throw new TemplateFault(
              names.items().size() + " names take as many values, and there are " + size);
        }
      }
      default -> throw new TemplateFault("for takes a name or names");
    }
  }

  private boolean passes(Value item) {
    if (!(loop.items() instanceof Expression.Select select)) {
      return true;
    }
    Frame trial = scope.inner();
    assign(item, trial);
    return Evaluator.evaluate(select.condition(), trial).isTrue();
  }

  private void assign(Value item, Frame frame) {
    switch (loop.target()) {
      case Expression.Name name -> frame.set(name.name(), item);
      case Expression.TupleLiteral names -> Interpreter.unpack(names, item, frame);
      default -> throw new TemplateFault("for takes a name or names");
    }
  }

  /** Runs the body for each of {@code items}; returns whether any round came to its end. */
  private boolean rounds(List<Value> items) {
    boolean completed = false;
    for (int i = 0; i < items.size(); i++) {
      Dict state = state(items, i);
      scope.run().work(state.size());
      scope.set("loop", state);
      assign(items.get(i), scope);
      try {
        round(items.get(i));
        completed = true;
      } catch (LoopSignal signal) {
        if (signal.ends()) {
          break;
        }
      }
    }
    return completed;
  }

  private void round(Value item) {
    try {
      for (Node node : loop.body()) {
        results.add(Interpreter.execute(node, scope));
      }
    } catch (TemplateFault e) {
      throw e.atMessage(scope.run().messageIndex(item));
    }
  }

  private static Dict state(List<Value> items, int i) {
    int size = items.size();
    Dict state = Dict.withoutMethods();
    state.put("index", new Int(i + 1));
    state.put("index0", new Int(i));
    state.put("revindex", new Int(size - i));
    state.put("revindex0", new Int(size - i - 1));
    state.put("first", new Bool(i == 0));
    state.put("last", new Bool(i == size - 1));
    state.put("length", new Int(size));
    state.put("previtem", i > 0 ? items.get(i - 1) : new Undefined("previtem"));
    state.put("nextitem", i < size - 1 ? items.get(i + 1) : new Undefined("nextitem"));
    return state;
  }
}
