// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

/** Repetitions as GBNF ({@code build_repetition}). */
final class Repetition {
  private Repetition() {}

  /**
   * Returns {@code item} repeated.
   *
   * @param most {@link Integer#MAX_VALUE} for no limit
   * @param separator what stands between two items, or empty
   */
  static String of(String item, int least, int most, String separator) {
    boolean endless = most == Integer.MAX_VALUE;
    if (most == 0) {
      return "";
    }
    if (least == 0 && most == 1) {
      return item + "?";
    }
    if (separator.isEmpty()) {
      if (endless && (least == 0 || least == 1)) {
        return item + (least == 1 ? "+" : "*");
      }
      return item + "{" + least + "," + (endless ? "" : most) + "}";
    }
    String more = "(" + separator + " " + item + ")";
    String list = item + " " + of(more, least == 0 ? 0 : least - 1, endless ? most : most - 1, "");
    return least == 0 ? "(" + list + ")?" : list;
  }
}
