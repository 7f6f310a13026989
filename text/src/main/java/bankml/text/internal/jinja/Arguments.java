// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.List;

/**
 * What a function is called with ({@code common/jinja/value.h}, {@code func_args}).
 *
 * @param function the function's name, for messages
 * @param values in order, the value whose method it is first, keyword arguments where they stand
 * @param caller the frame of the call
 */
record Arguments(String function, List<Value> values, Frame caller) {

  int count() {
    return values.size();
  }

  Run run() {
    return caller.run();
  }

  /** Requires {@code least} to {@code most} arguments. */
  void require(int least, int most) {
    if (count() < least || count() > most) {
      throw new TemplateFault(
          function + " takes " + least + " to " + most + " arguments and got " + count());
    }
  }

  void requireAtLeast(int least) {
    require(least, Integer.MAX_VALUE);
  }

  /** Returns the argument at {@code index}; a fault when there is none. */
  Value at(int index) {
    if (index >= count()) {
      throw new TemplateFault(
          function + " takes at least " + (index + 1) + " arguments and got " + count());
    }
    return values.get(index);
  }

  /** Returns the argument at {@code index}, or undefined. */
  Value atOrUndefined(int index) {
    return index < count() ? values.get(index) : new Undefined();
  }

  Str str(int index) {
    if (at(index) instanceof Str str) {
      return str;
    }
    throw wrongType(index, "a string");
  }

  ListValue list(int index) {
    if (at(index) instanceof ListValue list) {
      return list;
    }
    throw wrongType(index, "a list");
  }

  Dict dict(int index) {
    if (at(index) instanceof Dict dict) {
      return dict;
    }
    throw wrongType(index, "a dictionary");
  }

  Int whole(int index) {
    if (at(index) instanceof Int whole) {
      return whole;
    }
    throw wrongType(index, "an integer");
  }

  private TemplateFault wrongType(int index, String wanted) {
    return new TemplateFault(
        function + " takes " + wanted + " at " + index + " and got " + at(index).typeName());
  }

  /** Returns the keyword argument {@code name}, or undefined. */
  Value keyword(String name) {
    for (Value value : values) {
      if (value instanceof KeywordArgument keyword && keyword.name().equals(name)) {
        return keyword.value();
      }
    }
    return new Undefined();
  }

  /** Returns the keyword argument {@code name}, or the plain one at {@code index}. */
  Value keywordOr(String name, int index) {
    Value value = keyword(name);
    boolean plain = index < count() && !(values.get(index) instanceof KeywordArgument);
    return value instanceof Undefined && plain ? values.get(index) : value;
  }
}
