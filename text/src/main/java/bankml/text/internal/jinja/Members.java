// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import bankml.text.internal.jinja.Expression.Literal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is inside of values ({@code common/jinja/runtime.cpp}, {@code member_expression}). */
final class Members {
  private static final String HINT = "object_property";

  private Members() {}

  /** Returns {@code object.name}: the value's method first, then what a dictionary holds. */
  static Value attribute(Expression.Attribute attribute, Frame frame) {
    Value object = Evaluator.evaluate(attribute.object(), frame);
    if (attribute.property() instanceof Literal(Int index, int _)) {
      if (index.asLong() < 0) {
        throw new TemplateFault("an attribute cannot be negative");
      }
      return at(object, index, frame);
    }
    String name = Evaluator.nameOf(attribute.property());
    Function method = findMethod(name, object, frame);
    return method == null ? at(object, Str.of(name), frame) : method;
  }

  /** Returns {@code object[index]}. */
  static Value item(Expression.Item item, Frame frame) {
    Value object = Evaluator.evaluate(item.object(), frame);
    return at(object, Evaluator.evaluate(item.index(), frame), frame);
  }

  /** Returns {@code object[start:stop:step]}. */
  static Value slice(Expression.Slice slice, Frame frame) {
    Value object = Evaluator.evaluate(slice.object(), frame);
    long size =
        switch (object) {
          case ListValue list -> list.asList().size();
          case Str str -> str.length();
          default -> 0;
        };
    Value step = part(slice.step(), 1, frame);
    boolean backwards = step.asLong() < 0;
    // A given start or stop is looked at only by the method, which takes integers.
    Value start = part(slice.start(), backwards ? size - 1 : 0, frame);
    Value stop = part(slice.stop(), backwards ? -1 : size, frame);
    return method("slice", object, frame).call(List.of(start, stop, step), frame);
  }

  private static Value part(Optional<Expression> part, long otherwise, Frame frame) {
    return part.isPresent() ? Evaluator.evaluate(part.get(), frame) : new Int(otherwise);
  }

  private static Value at(Value object, Value property, Frame frame) {
    if (property instanceof Undefined) {
      return new Undefined(HINT);
    }
    if (!property.isHashable()) {
      throw new TemplateFault(property.typeName() + " cannot be a key");
    }
    if (object instanceof Undefined) {
      return new Undefined(HINT);
    }
    Value value =
        switch (object) {
          case Dict dict -> ofDict(dict, property, frame);
          case ListValue list when property instanceof Int index ->
              list.at(index.asLong(), new Undefined(HINT));
          case Str str when property instanceof Int index -> byteAt(str, index.asLong());
          default -> {
            if (!(property instanceof Str name)) {
              throw new TemplateFault(object.typeName() + " has nothing at " + property.typeName());
            }
            yield methodOrUndefined(name.text(), object, frame);
          }
        };
    noteAccess(object, property, value, frame.run().usage());
    return value;
  }

  private static Value ofDict(Dict dict, Value property, Frame frame) {
    String name = property.asText().text();
    Value value = dict.at(property, new Undefined(HINT));
    return value instanceof Undefined ? methodOrUndefined(name, dict, frame) : value;
  }

  private static Value byteAt(Str str, long index) {
    return index >= 0 && index < str.length()
        ? Str.of(str.text().substring((int) index, (int) index + 1))
        : new Undefined(HINT);
  }

  private static void noteAccess(Value object, Value property, Value value, Usage usage) {
    usage.use(value);
    usage.use(object);
    usage.use(property);
    switch (property) {
      case Int _ -> usage.use(object, Usage.ARRAY_ACCESS);
      case Str _ -> usage.use(object, Usage.OBJECT_ACCESS);
      default -> {}
    }
  }

  /** Returns {@code object}'s method {@code name}; a fault when it has none. */
  static Function method(String name, Value object, Frame frame) {
    Function method = findMethod(name, object, frame);
    if (method == null) {
      throw new TemplateFault("unknown filter " + name + " for " + object.typeName());
    }
    return method;
  }

  private static Value methodOrUndefined(String name, Value object, Frame frame) {
    Function method = findMethod(name, object, frame);
    return method == null ? new Undefined(name) : method;
  }

  private static @Nullable Function findMethod(String name, Value object, Frame frame) {
    frame.run().usage().use(object, name);
    Function.Body body = Methods.of(object).get(name);
    return body == null ? null : new Function(name, body, List.of(object));
  }
}
