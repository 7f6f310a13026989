// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** {@code name=value} in a call, on its way to the function. */
record KeywordArgument(String name, Value value) implements Value {
  @Override
  public String typeName() {
    return "KwArg";
  }

  @Override
  public boolean isEqualTo(Value other) {
    throw new TemplateFault("a keyword argument cannot be compared");
  }
}
