// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs statements ({@code common/jinja/runtime.cpp}). */
final class Interpreter {
  private Interpreter() {}

  /** Returns the text that {@code nodes} make among the variables of {@code frame}. */
  static Str run(List<Node> nodes, Frame frame) {
    List<Value> values = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      values.add(execute(node, frame));
    }
    return text(values, frame.run());
  }

  /**
   * Returns the text of a block's {@code values}, which comes last: a list that the block prints
   * and then changes is printed as it is in the end.
   */
  static Str text(List<Value> values, Run run) {
    List<String> parts = new ArrayList<>();
    values.forEach(value -> gather(value, parts, run));
    return Str.ofParts(parts);
  }

  /** Adds the text of {@code value}: none of what is missing, nor of dictionaries and functions. */
  private static void gather(Value value, List<String> parts, Run run) {
    switch (value) {
      case Str str -> {
        run.work(str.parts().size());
        parts.addAll(str.parts());
      }
      case Int _, Real _, Bool _ -> {
        Str text = value.asText();
        run.workOnPrinting(text.length());
        parts.add(text.text());
      }
      case ListValue list -> {
        run.enter();
        run.work(list.asList().size());
        list.asList().forEach(item -> gather(item, parts, run));
        run.leave();
      }
      case Undefined _, None _, Dict _, Function _, KeywordArgument _ -> {}
    }
  }

  /** Returns the value of {@code node}, whose text is its output. */
  static Value execute(Node node, Frame frame) {
    return switch (node) {
      case Expression expression -> Evaluator.evaluate(expression, frame);
      case Statement statement -> {
        frame.run().enter();
        try {
          yield execute(statement, frame);
        } catch (TemplateFault e) {
          throw e.atLine(statement.line());
        } finally {
          frame.run().leave();
        }
      }
    };
  }

  private static Value execute(Statement statement, Frame frame) {
    return switch (statement) {
      case Statement.If branch ->
          run(
              Evaluator.evaluate(branch.condition(), frame).isTrue()
                  ? branch.body()
                  : branch.otherwise(),
              frame);
      case Statement.For loop -> Loop.run(loop, frame);
      case Statement.Break _ -> throw LoopSignal.toBreak();
      case Statement.Continue _ -> throw LoopSignal.toContinue();
      case Statement.Set set -> {
        assign(set, frame);
        yield new Undefined();
      }
      case Statement.Macro macro -> {
        String name = Evaluator.nameOf(macro.name());
        frame.set(name, new Function(name, arguments -> callMacro(macro, arguments)));
        yield new Undefined();
      }
      case Statement.CallBlock call -> callWithBlock(call, frame);
      case Statement.FilterBlock filter ->
          Evaluator.filter(filter.filter(), run(filter.body(), frame), frame);
      case Statement.Nothing _ -> new Undefined();
    };
  }

  private static void assign(Statement.Set set, Frame frame) {
    Optional<Expression> expression = set.value();
    Value value =
        expression.isPresent()
            ? Evaluator.evaluate(expression.get(), frame)
            : run(set.body(), frame);
    switch (set.target()) {
      case Expression.Name name -> frame.set(name.name(), value);
      case Expression.TupleLiteral targets -> unpack(targets, value, frame);
      case Expression.Attribute attribute -> {
        String name = Evaluator.nameOf(attribute.property());
        if (!(Evaluator.evaluate(attribute.object(), frame) instanceof Dict dict)) {
          throw new TemplateFault("only dictionaries and namespaces have attributes to set");
        }
        dict.put(name, value);
      }
      default -> throw new TemplateFault("set takes a name, names, or an attribute");
    }
  }

  /** Sets the names of {@code targets} to the items of {@code value}. */
  static void unpack(Expression.TupleLiteral targets, Value value, Frame frame) {
    List<Expression> names = targets.items();
    if (!(value instanceof ListValue list)) {
      throw new TemplateFault(value.typeName() + " cannot be unpacked");
    }
    List<Value> items = list.asList();
    if (items.size() != names.size()) {
      throw new TemplateFault(
          names.size() + " names take as many values, and there are " + items.size());
    }
    for (int i = 0; i < items.size(); i++) {
      frame.set(Evaluator.nameOf(names.get(i)), items.get(i));
    }
  }

  /** A macro sees the variables of where it is called, not of where it was defined. */
  private static Value callMacro(Statement.Macro macro, Arguments arguments) {
    Frame frame = arguments.caller().inner();
    bind(macro.parameters(), arguments, frame);
    return run(macro.body(), frame);
  }

  private static Value callWithBlock(Statement.CallBlock block, Frame frame) {
    Function macro = Evaluator.function(Evaluator.evaluate(block.call().callee(), frame));
    Frame around = frame.snapshot();
    Function caller =
        new Function(
            "caller",
            arguments -> {
              Frame inside = around.inner();
              bind(block.parameters(), arguments, inside);
              return run(block.body(), inside);
            });
    Frame calling = frame.inner();
    calling.set("caller", caller);
    return macro.call(Evaluator.evaluateAll(block.call().arguments(), frame), calling);
  }

  /**
   * Sets parameters to arguments. As in the reference, keyword arguments count among those that are
   * there: only parameters beyond that count get their defaults, and others stay undefined.
   */
  private static void bind(List<Expression> parameters, Arguments arguments, Frame frame) {
    for (int i = 0; i < parameters.size(); i++) {
      Optional<Expression> otherwise = Optional.empty();
      String name;
      if (parameters.get(i) instanceof Expression.Keyword keyword) {
        name = Evaluator.nameOf(keyword.name());
        otherwise = Optional.of(keyword.value());
      } else {
        name = Evaluator.nameOf(parameters.get(i));
      }
      if (i < arguments.count()) {
        frame.set(name, arguments.keywordOr(name, i));
      } else if (otherwise.isPresent()) {
        frame.set(name, Evaluator.evaluate(otherwise.get(), arguments.caller()));
      } else {
        throw new TemplateFault(arguments.function() + " takes more arguments: " + name);
      }
    }
  }
}
