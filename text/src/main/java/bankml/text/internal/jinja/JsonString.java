// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** Strings of JSON as the reference writes them: what must be escaped is, nothing else. */
public final class JsonString {
  private JsonString() {}

  /** Appends {@code text} in quotation marks. */
  public static void append(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20) {
            appendEscape(c, out);
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** Appends the UTF-16 unit {@code c} as {@code \\u} and four digits. */
  static void appendEscape(int c, StringBuilder out) {
    out.append(String.format("\\u%04x", c));
  }
}
