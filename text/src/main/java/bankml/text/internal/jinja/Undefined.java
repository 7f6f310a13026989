// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/**
 * What is not there.
 *
 * @param hint what was looked for, or empty
 */
record Undefined(String hint) implements Value {
  Undefined() {
    this("");
  }

  @Override
  public String typeName() {
    return hint.isEmpty() ? "Undefined" : "Undefined (hint: '" + hint + "')";
  }

  @Override
  public boolean isTrue() {
    return false;
  }

  @Override
  public boolean isHashable() {
    return false;
  }

  @Override
  public boolean isEqualTo(Value other) {
    return other instanceof Undefined;
  }
}
