// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** A number of double precision. */
final class Real implements Value {
  private final double value;

  Real(double value) {
    this.value = value;
  }

  @Override
  public String typeName() {
    return "Float";
  }

  @Override
  public boolean isTrue() {
    return value != 0;
  }

  /** Six decimals, without the zeros at the end but for one after the point. */
  @Override
  public Str asText() {
    String fixed = NumberText.fixed(value);
    int end = fixed.length();
    while (end > 0 && fixed.charAt(end - 1) == '0') {
      end--;
    }
    String trimmed = fixed.substring(0, end);
    return Str.of(trimmed.endsWith(".") ? trimmed + "0" : trimmed);
  }

  @Override
  public long asLong() {
    return Double.isFinite(value) ? Numeric.truncate(value) : 0;
  }

  @Override
  public double asDouble() {
    return value;
  }

  @Override
  public boolean isEqualTo(Value other) {
    return Numeric.equal(this, other);
  }
}
