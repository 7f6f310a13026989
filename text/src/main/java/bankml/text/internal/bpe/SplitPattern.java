// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.List;

/**
 * One of a pre-tokenizer's regular expressions: cuts a text into its matches and what is between
 * them.
 *
 * <p>The leftmost match is taken, of its first branch that matches, with greedy repeats, as in any
 * backtracking engine. Unlike one it neither recurses over the text nor takes quadratic time: a
 * branch is a short sequence of repeated sets, and in the patterns used here a run of characters
 * that one branch gives up is consumed by the next.
 */
final class SplitPattern {
  /** A set and how often it repeats. */
  record Step(CodePointSet set, int least, int most) {}

  /** What must hold where a branch ends. */
  enum Tail {
    /** Nothing. */
    ANYTHING,
    /** {@code (?!\S)}: white space or the end follows. */
    NO_VISIBLE,
    /** {@code $}: the end follows. */
    END
  }

  /** A sequence of steps. */
  record Branch(List<Step> steps, Tail tail) {
    /** Returns where the match at {@code at} ends, or -1. */
    int match(int[] text, int at, int end) {
      return match(0, text, at, end);
    }

    private int match(int step, int[] text, int at, int end) {
      if (step == steps.size()) {
        return holds(text, at, end) ? at : -1;
      }
      Step s = steps.get(step);
      int longest = at;
      int limit = s.most < end - at ? at + s.most : end;
      while (longest < limit && s.set.contains(text[longest])) {
        longest++;
      }
      for (int after = longest; after >= at + s.least; after--) {
        int match = match(step + 1, text, after, end);
        if (match >= 0) {
          return match;
        }
      }
      return -1;
    }

    private boolean holds(int[] text, int at, int end) {
      return switch (tail) {
        case ANYTHING -> true;
        case NO_VISIBLE -> at == end || PatternParser.WHITE_SPACE.contains(text[at]);
        case END -> at == end;
      };
    }
  }

  private final List<Branch> branches;

  /** Makes a pattern of its branches, in the order in which they are tried. */
  SplitPattern(List<Branch> branches) {
    this.branches = List.copyOf(branches);
  }

  /**
   * Returns where {@code pieces} end when each is cut further at the matches inside it. A piece is
   * matched as if there were nothing before and after it.
   *
   * @param text code points {@linkplain CodePointClass#asPatternsSee as patterns see them}
   * @param pieces where each piece ends, ascending
   */
  IntList split(int[] text, IntList pieces) {
    IntList finer = new IntList();
    int start = 0;
    for (int i = 0; i < pieces.size(); i++) {
      split(text, start, pieces.get(i), finer);
      start = pieces.get(i);
    }
    return finer;
  }

  private void split(int[] text, int start, int end, IntList cuts) {
    int unmatched = start;
    int at = start;
    while (at < end) {
      int match = match(text, at, end);
      if (match < 0) {
        at = afterFailure(text, at, end);
        continue;
      }
      if (unmatched < at) {
        cuts.add(at);
      }
      cuts.add(match);
      at = match;
      unmatched = match;
    }
    if (unmatched < end) {
      cuts.add(end);
    }
  }

  /**
   * Returns the next position worth trying. A run that does not reach the end from {@code at} does
   * not reach it from inside itself either, so {@code \s+$} skips it whole.
   */
  private int afterFailure(int[] text, int at, int end) {
    int next = at + 1;
    if (branches.getFirst().tail == Tail.END) {
      CodePointSet run = branches.getFirst().steps.getFirst().set;
      while (next < end && run.contains(text[next - 1])) {
        next++;
      }
    }
    return next;
  }

  private int match(int[] text, int at, int end) {
    for (Branch branch : branches) {
      int match = branch.match(text, at, end);
      if (match > at) {
        return match;
      }
    }
    return -1;
  }
}
