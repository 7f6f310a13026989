// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.List;

/**
 * What a template computes with ({@code common/jinja/value.h}). Values have identity: lists and
 * dictionaries can be changed in place, and {@link Usage} watches single values.
 */
public sealed interface Value
    permits Undefined, None, Bool, Int, Real, Str, ListValue, Dict, Function, KeywordArgument {

  /** Returns the name of the value's type in messages. */
  String typeName();

  /** Returns whether the value counts as true. */
  default boolean isTrue() {
    throw new TemplateFault(typeName() + " is neither true nor false");
  }

  /** Returns the value as text, as {@code ~} and the {@code string} filter see it. */
  default Str asText() {
    throw new TemplateFault(typeName() + " has no text");
  }

  /** Returns the value as an integer; reals lose their fraction. */
  default long asLong() {
    throw new TemplateFault(typeName() + " is no integer");
  }

  /** Returns the value as a real number. */
  default double asDouble() {
    throw new TemplateFault(typeName() + " is no number");
  }

  /** Returns the items of a list or tuple. */
  default List<Value> asList() {
    throw new TemplateFault(typeName() + " is no list");
  }

  /** Returns whether the value is a list or dictionary that can be changed. */
  default boolean isMutable() {
    return false;
  }

  /** Returns whether the value can be compared deeply and, if immutable, be a key. */
  default boolean isHashable() {
    return true;
  }

  /** Returns whether {@code ==} holds. Not symmetric where the reference is not. */
  boolean isEqualTo(Value other);

  /** Returns whether the value is undefined or none. */
  default boolean isMissing() {
    return this instanceof Undefined || this instanceof None;
  }

  /** Returns whether the value is an integer or a real number, not a boolean. */
  default boolean isNumber() {
    return this instanceof Int || this instanceof Real;
  }
}
