// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/** Texts of one thing many times, within bounds. */
final class Repeat {
  private Repeat() {}

  /** Returns {@code count} spaces. */
  static String spaces(long count) {
    if (count < 0 || count > Str.MAX_LENGTH) {
      throw TemplateFault.bound("no text has " + count + " spaces");
    }
    return " ".repeat((int) count);
  }
}
