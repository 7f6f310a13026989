// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** An integer of 64 bits. */
final class Int implements Value {
  private final long value;

  Int(long value) {
    this.value = value;
  }

  @Override
  public String typeName() {
    return "Integer";
  }

  @Override
  public boolean isTrue() {
    return value != 0;
  }

  @Override
  public Str asText() {
    return Str.of(Long.toString(value));
  }

  @Override
  public long asLong() {
    return value;
  }

  /** Infinite where no double equals the integer: the reference marks the lost digits so. */
  @Override
  public double asDouble() {
    double nearest = (double) value;
    if (Numeric.truncate(nearest) == value) {
      return nearest;
    }
    return value < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }

  @Override
  public boolean isEqualTo(Value other) {
    return Numeric.equal(this, other);
  }
}
