// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.util.ArrayList;
import java.util.List;

/** The reasons against a file, collected; a hostile file cannot make the list long. */
final class Reasons {
  private static final int MOST = 100;

  private final List<String> reasons = new ArrayList<>();
  private long omitted;

  void add(String reason) {
    if (reasons.size() < MOST) {
      reasons.add(reason);
    } else {
      omitted++;
    }
  }

  boolean none() {
    return reasons.isEmpty();
  }

  List<String> list() {
    List<String> list = new ArrayList<>(reasons);
    if (omitted > 0) {
      list.add("and " + omitted + " more reasons");
    }
    return list;
  }
}
