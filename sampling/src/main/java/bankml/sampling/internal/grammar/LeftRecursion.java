// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import bankml.gguf.Refusal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Refuses rules that begin with themselves, directly or over others ({@code
 * llama_grammar_detect_left_recursion} in the reference's {@code src/llama-grammar.cpp}), which
 * expanding would never end.
 */
final class LeftRecursion {
  private final Rules rules;
  private final boolean[] visited;
  private final boolean[] inProgress;
  private final boolean[] mayBeEmpty;

  /** A rule whose elements are being looked at. */
  private static final class Frame {
    final int rule;
    int position;
    boolean leftmost = true;

    Frame(int rule, int position) {
      this.rule = rule;
      this.position = position;
    }
  }

  private LeftRecursion(Rules rules) {
    this.rules = rules;
    int count = rules.count();
    visited = new boolean[count];
    inProgress = new boolean[count];
    mayBeEmpty = new boolean[count];
  }

  static void refuse(Rules rules, Map<String, Integer> symbols) {
    LeftRecursion search = new LeftRecursion(rules);
    for (int rule = 0; rule < rules.count(); rule++) {
      int recursive = search.visited[rule] ? -1 : search.from(rule);
      if (recursive >= 0) {
        String name =
            symbols.entrySet().stream()
                .filter(symbol -> symbol.getValue() == recursive)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        throw Refusal.refused("grammar: the rule \"" + name + "\" begins with itself");
      }
    }
  }

  /** Returns a rule that {@code first} begins with and that begins with itself, or -1. */
  private int from(int first) {
    Deque<Frame> frames = new ArrayDeque<>();
    frames.push(enter(first));
    while (!frames.isEmpty()) {
      Frame frame = frames.peek();
      byte type = rules.type(frame.position);
      if (type == Rules.RULE && frame.leftmost) {
        int next = rules.value(frame.position);
        if (!visited[next]) {
          if (inProgress[next]) {
            return next;
          }
          frames.push(enter(next));
          continue;
        }
        frame.leftmost = mayBeEmpty[next];
      } else {
        frame.leftmost = type == Rules.ALT;
      }
      if (type == Rules.END) {
        inProgress[frame.rule] = false;
        visited[frame.rule] = true;
        frames.pop();
      } else {
        frame.position++;
      }
    }
    return -1;
  }

  private Frame enter(int rule) {
    inProgress[rule] = true;
    int position = rules.start(rule);
    boolean atStart = true;
    for (int i = position; ; i++) {
      boolean end = rules.isEnd(i);
      if (end && atStart) {
        mayBeEmpty[rule] = true;
      }
      if (rules.type(i) == Rules.END) {
        return new Frame(rule, position);
      }
      atStart = end;
    }
  }
}
