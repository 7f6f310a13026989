// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The reasons against a file, collected. One that holds for many tensors is told once, with the
 * first of them and the number of the others; a hostile file cannot make the list long.
 */
final class Reasons {
  private static final int MOST = 100;

  /** The first subject of a reason, and how many more there were. */
  private record Subject(String first, long more) {}

  private final Map<String, Subject> reasons = new LinkedHashMap<>();
  private long omitted;

  /** Adds a reason that is a sentence of its own. */
  void add(String reason) {
    add("", reason);
  }

  /** Adds that {@code subject} has what {@code reason} says. */
  void add(String subject, String reason) {
    if (reasons.size() < MOST || reasons.containsKey(reason)) {
      reasons.merge(
          reason,
          new Subject(subject, 0),
          (known, another) -> new Subject(known.first(), known.more() + 1));
    } else {
      omitted++;
    }
  }

  boolean none() {
    return reasons.isEmpty();
  }

  List<String> list() {
    List<String> list = new ArrayList<>();
    reasons.forEach((reason, subject) -> list.add(told(reason, subject)));
    if (omitted > 0) {
      list.add("and " + omitted + " more reasons");
    }
    return list;
  }

  private static String told(String reason, Subject subject) {
    if (subject.first().isEmpty()) {
      return reason;
    }
    String others = subject.more() > 0 ? " and " + subject.more() + " more" : "";
    return subject.first() + others + ": " + reason;
  }
}
