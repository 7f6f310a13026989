// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/**
 * The comparisons that tests and sorting make ({@code common/jinja/value.cpp}, {@code
 * value_compare}): numbers as reals, strings by bytes, a string with a number as strings; anything
 * else does not hold, not even inequality.
 */
enum Comparison {
  EQUAL {
    @Override
    boolean ofReals(double a, double b) {
      return a == b;
    }

    @Override
    boolean ofOrder(int order) {
      return order == 0;
    }
  },
  NOT_EQUAL {
    @Override
    boolean ofReals(double a, double b) {
      return a != b;
    }

    @Override
    boolean ofOrder(int order) {
      return order != 0;
    }
  },
  GREATER {
    @Override
    boolean ofReals(double a, double b) {
      return a > b;
    }

    @Override
    boolean ofOrder(int order) {
      return order > 0;
    }
  },
  GREATER_OR_EQUAL {
    @Override
    boolean ofReals(double a, double b) {
      return a >= b;
    }

    @Override
    boolean ofOrder(int order) {
      return order >= 0;
    }
  },
  LESS {
    @Override
    boolean ofReals(double a, double b) {
      return a < b;
    }

    @Override
    boolean ofOrder(int order) {
      return order < 0;
    }
  };

  abstract boolean ofReals(double a, double b);

  abstract boolean ofOrder(int order);

  /** Returns whether {@code a} compares so with {@code b}. */
  boolean holds(Value a, Value b) {
    if (a.isNumber() && b.isNumber()) {
      return ofReals(a.asDouble(), b.asDouble());
    }
    boolean texts = a instanceof Str || b instanceof Str;
    if (texts && isTextOrNumber(a) && isTextOrNumber(b)) {
      return ofOrder(a.asText().text().compareTo(b.asText().text()));
    }
    if (a instanceof Bool && b instanceof Bool) {
      return switch (this) {
        case EQUAL -> a.isTrue() == b.isTrue();
        case NOT_EQUAL -> a.isTrue() != b.isTrue();
        case GREATER, GREATER_OR_EQUAL, LESS -> throw new TemplateFault("booleans have no order");
      };
    }
    return false;
  }

  private static boolean isTextOrNumber(Value value) {
    return value instanceof Str || value.isNumber();
  }
}
