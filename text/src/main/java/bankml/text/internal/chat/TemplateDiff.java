// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import java.util.ArrayList;
import java.util.List;

/**
 * What two renderings of a template do not share, marker by marker ({@code
 * common/chat-auto-parser-helpers.cpp}, {@code calculate_diff_split}).
 *
 * @param left what only the first has
 * @param right what only the second has
 */
record TemplateDiff(String left, String right) {

  /** A piece of a rendering: {@code <…>} or {@code […]}, or the text between two such. */
  record Segment(boolean marker, String text) {}

  /** Where the ends of two renderings meet; {@code last} is inclusive. */
  private static final class Side {
    private final List<Segment> segments;
    private int first;
    private int last;
    private boolean consumed;

    Side(List<Segment> segments) {
      this.segments = segments;
      this.last = segments.size() - 1;
    }

    Segment atFirst() {
      return segments.get(first);
    }

    Segment atLast() {
      return segments.get(last);
    }

    boolean open() {
      return first != last;
    }

    void dropLast() {
      if (open()) {
        last--;
      } else {
        consumed = true;
      }
    }

    String rest() {
      StringBuilder text = new StringBuilder();
      segments.subList(first, consumed ? last : last + 1).forEach(s -> text.append(s.text()));
      return text.toString();
    }
  }

  static TemplateDiff of(String left, String right) {
    List<Segment> leftSegments = segments(left);
    List<Segment> rightSegments = segments(right);
    if (leftSegments.isEmpty() || rightSegments.isEmpty()) {
      return new TemplateDiff(
          leftSegments.isEmpty() ? "" : left, leftSegments.isEmpty() ? right : "");
    }
    Side a = new Side(leftSegments);
    Side b = new Side(rightSegments);
    dropShared(a, b);
    dropLastShared(a, b);
    TemplateDiff diff = ofTexts(a, b);
    boolean onlyMore = diff.left().isEmpty() && !diff.right().isEmpty() && right.startsWith(left);
    return onlyMore ? new TemplateDiff("", right.substring(left.length())) : diff;
  }

  private static void dropShared(Side a, Side b) {
    while (a.open() && b.open()) {
      boolean advanced = false;
      if (a.atFirst().equals(b.atFirst())) {
        a.first++;
        b.first++;
        advanced = true;
      }
      if (a.atLast().equals(b.atLast())) {
        a.dropLast();
        b.dropLast();
        advanced = true;
      }
      if (!advanced) {
        return;
      }
    }
  }

  /** One side has a single segment left, or both have. */
  private static void dropLastShared(Side a, Side b) {
    if (!a.open() && b.open()) {
      dropSingle(a, b);
    } else if (!b.open() && a.open()) {
      if (a.atLast().equals(b.atFirst())) {
        a.last--;
        b.consumed = true;
      } else if (a.atFirst().equals(b.atFirst())) {
        a.first++;
        b.consumed = true;
      }
    } else if (!a.open() && a.atFirst().equals(b.atFirst()) && a.atFirst().marker()) {
      a.consumed = true;
      b.consumed = true;
    }
  }

  private static void dropSingle(Side single, Side more) {
    if (single.atFirst().equals(more.atLast())) {
      more.last--;
      single.consumed = true;
    } else if (single.atFirst().equals(more.atFirst())) {
      more.first++;
      single.consumed = true;
    }
  }

  /** Drops what the texts at the ends share, which is no whole segment. */
  private static TemplateDiff ofTexts(Side a, Side b) {
    boolean textLast = !a.atLast().marker() && !b.atLast().marker();
    boolean textFirst = !a.atFirst().marker() && !b.atFirst().marker();
    String left = a.rest();
    String right = b.rest();
    int suffix = textLast ? sharedSuffix(left, right) : 0;
    left = left.substring(0, left.length() - suffix);
    right = right.substring(0, right.length() - suffix);
    int prefix = textFirst ? sharedPrefix(left, right) : 0;
    return new TemplateDiff(left.substring(prefix), right.substring(prefix));
  }

  private static int sharedPrefix(String a, String b) {
    int shared = 0;
    while (shared < Math.min(a.length(), b.length()) && a.charAt(shared) == b.charAt(shared)) {
      shared++;
    }
    return shared;
  }

  private static int sharedSuffix(String a, String b) {
    int shared = 0;
    while (shared < Math.min(a.length(), b.length())
        && a.charAt(a.length() - 1 - shared) == b.charAt(b.length() - 1 - shared)) {
      shared++;
    }
    return shared;
  }

  /** Cuts {@code text} at its markers ({@code segmentize_markers}). */
  static List<Segment> segments(String text) {
    List<Segment> segments = new ArrayList<>();
    int border = 0;
    char closer = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (closer == 0 && (c == '<' || c == '[')) {
        if (border < i) {
          segments.add(new Segment(false, text.substring(border, i)));
        }
        border = i;
        closer = c == '<' ? '>' : ']';
      } else if (closer != 0 && c == closer) {
        segments.add(new Segment(true, text.substring(border, i + 1)));
        border = i + 1;
        closer = 0;
      }
    }
    if (border < text.length()) {
      segments.add(new Segment(false, text.substring(border)));
    }
    return segments;
  }
}
