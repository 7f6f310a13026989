// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Text, kept in the parts it was put together from ({@code common/jinja/string.h}): {@code
 * capitalize} and {@code title} begin anew in each part, and joining parts costs nothing. Bytes of
 * UTF-8, one a char. Immutable.
 */
public final class Str implements Value {
  /** The longest text a template can make, in bytes. */
  static final int MAX_LENGTH = 1 << 24;

  private static final Str EMPTY = new Str(List.of());

  private final List<String> parts;
  private final int length;
  private @Nullable String text;

  private Str(List<String> parts) {
    long sum = 0;
    for (String part : parts) {
      sum += part.length();
    }
    if (sum > MAX_LENGTH) {
      throw TemplateFault.bound("a text is longer than " + MAX_LENGTH + " bytes");
    }
    this.parts = parts;
    this.length = (int) sum;
  }

  /** Returns a text of one part. */
  public static Str of(String text) {
    return new Str(List.of(text));
  }

  /** Returns a text without parts. */
  static Str empty() {
    return EMPTY;
  }

  /** Returns a text of {@code parts}. The list must not change any more. */
  static Str ofParts(List<String> parts) {
    return new Str(parts);
  }

  /** Returns the bytes, one a char. */
  public String text() {
    String joined = text;
    if (joined == null) {
      joined = parts.size() == 1 ? parts.getFirst() : String.join("", parts);
      text = joined;
    }
    return joined;
  }

  List<String> parts() {
    return parts;
  }

  /** Returns the number of bytes. */
  int length() {
    return length;
  }

  Str append(Str other) {
    List<String> both = new ArrayList<>(parts.size() + other.parts.size());
    both.addAll(parts);
    both.addAll(other.parts);
    return new Str(both);
  }

  /** Returns this text with {@code change} made to each part. */
  Str mapParts(UnaryOperator<String> change) {
    return new Str(parts.stream().map(change).toList());
  }

  @Override
  public String typeName() {
    return "String";
  }

  @Override
  public boolean isTrue() {
    return length > 0;
  }

  @Override
  public Str asText() {
    return this;
  }

  @Override
  public boolean isEqualTo(Value other) {
    return other instanceof Str str && text().equals(str.text());
  }
}
