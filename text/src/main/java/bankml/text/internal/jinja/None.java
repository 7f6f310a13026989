// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** JSON's null. */
final class None implements Value {
  @Override
  public String typeName() {
    return "None";
  }

  @Override
  public boolean isTrue() {
    return false;
  }

  @Override
  public Str asText() {
    return Str.of("None");
  }

  @Override
  public boolean isEqualTo(Value other) {
    return other instanceof None;
  }
}
