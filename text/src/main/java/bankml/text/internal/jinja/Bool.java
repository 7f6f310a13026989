// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** True or false. It equals 1 or 0, but is no number. */
final class Bool implements Value {
  private final boolean value;

  Bool(boolean value) {
    this.value = value;
  }

  @Override
  public String typeName() {
    return "Boolean";
  }

  @Override
  public boolean isTrue() {
    return value;
  }

  @Override
  public Str asText() {
    return Str.of(value ? "True" : "False");
  }

  @Override
  public long asLong() {
    return value ? 1 : 0;
  }

  @Override
  public boolean isEqualTo(Value other) {
    return Numeric.equal(this, other);
  }
}
