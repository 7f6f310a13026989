// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** Equality across integers, reals and booleans, and C's conversion of a double to an integer. */
final class Numeric {
  /**
   * A number by value: equal where the reference's are. A real that holds an integer is that
   * integer.
   */
  record Key(long whole, double real) {}

  private Numeric() {}

  static boolean equal(Value a, Value b) {
    return isNumeric(b) && a.asLong() == b.asLong() && real(a) == real(b);
  }

  static Key key(Value value) {
    double real = real(value);
    // 0.0 and -0.0 are one key.
    return new Key(value.asLong(), real == 0 ? 0 : real);
  }

  static boolean isNumeric(Value value) {
    return value.isNumber() || value instanceof Bool;
  }

  private static double real(Value value) {
    return value instanceof Bool ? value.asLong() : value.asDouble();
  }

  /** As x86 converts: the lowest integer stands for all that does not fit, NaN too. */
  static long truncate(double value) {
    boolean fits = value >= -0x1p63 && value < 0x1p63;
    return fits ? (long) value : Long.MIN_VALUE;
  }
}
