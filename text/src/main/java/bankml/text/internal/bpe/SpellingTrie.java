// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells in one pass which of many spellings occur in a text. */
final class SpellingTrie {
  private static final class Node {
    final Map<Character, Node> children = new HashMap<>();
    final List<Integer> spellings = new ArrayList<>();
  }

  private final Node root = new Node();

  /** Adds a spelling that is reported as {@code number}. */
  void add(String spelling, int number) {
    Node node = root;
    for (int i = 0; i < spelling.length(); i++) {
      node = node.children.computeIfAbsent(spelling.charAt(i), c -> new Node());
    }
    node.spellings.add(number);
  }

  /** Returns the numbers of the spellings that {@code text} contains anywhere. */
  BitSet occurringIn(String text) {
    BitSet found = new BitSet();
    for (int start = 0; start < text.length(); start++) {
      Node node = root.children.get(text.charAt(start));
      for (int i = start + 1; node != null; i++) {
        node.spellings.forEach(found::set);
        node = i < text.length() ? node.children.get(text.charAt(i)) : null;
      }
    }
    return found;
  }
}
