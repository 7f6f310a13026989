// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** Makes values, and looks into them, from outside of the engine. */
public final class Values {
  private Values() {}

  /** Returns {@code text} as a value. */
  public static Value of(String text) {
    return Str.of(ByteText.encode(text));
  }

  /** Returns {@code truth} as a value. */
  public static Value of(boolean truth) {
    return new Bool(truth);
  }

  /** Returns what is at {@code index} of {@code list} and there under {@code keys}, or a fault. */
  public static Value at(Value list, int index, String... keys) {
    if (!(list instanceof ListValue items)) {
      throw new TemplateFault(list.typeName() + " is no list");
    }
    Value value = items.at(index);
    for (String key : keys) {
      if (!(value instanceof Dict dict)) {
        throw new TemplateFault(value.typeName() + " is no dictionary");
      }
      value = dict.at(Str.of(key));
    }
    return value;
  }
}
