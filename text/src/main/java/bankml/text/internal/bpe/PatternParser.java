// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import bankml.text.internal.bpe.SplitPattern.Branch;
import bankml.text.internal.bpe.SplitPattern.Step;
import bankml.text.internal.bpe.SplitPattern.Tail;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the regular expressions that pre-tokenizers are written in, and nothing more of the
 * language: branches ({@code |}) of literals, {@code \s}, {@code \p{L}} and bracket sets, each
 * repeated by {@code ?}, {@code *}, {@code +}, {@code {n}} or {@code {n,m}}; a branch may end in
 * {@code (?!\S)} or {@code $}.
 */
final class PatternParser {
  /** What {@code \s} stands for once foreign spaces look like a vertical tab. */
  static final CodePointSet WHITE_SPACE = addWhiteSpace(new CodePointSet.Builder()).build(false);

  private static final int UNBOUNDED = Integer.MAX_VALUE;
  private static final String NO_VISIBLE = "(?!\\S)";

  private final int[] source;
  private int at;

  private PatternParser(String pattern) {
    this.source = pattern.codePoints().toArray();
  }

  /** Returns the pattern that {@code regex} writes. */
  static SplitPattern parse(String regex) {
    PatternParser parser = new PatternParser(regex);
    List<Branch> branches = new ArrayList<>();
    do {
      branches.add(parser.branch());
    } while (parser.skip('|'));
    if (parser.at < parser.source.length) {
      throw new IllegalArgumentException("pattern not understood at " + parser.at + ": " + regex);
    }
    return new SplitPattern(branches);
  }

  private Branch branch() {
    List<Step> steps = new ArrayList<>();
    while (at < source.length && source[at] != '|') {
      if (skip('$')) {
        return new Branch(steps, Tail.END);
      }
      if (skip(NO_VISIBLE)) {
        return new Branch(steps, Tail.NO_VISIBLE);
      }
      steps.add(repeat(set()));
    }
    return new Branch(steps, Tail.ANYTHING);
  }

  private Step repeat(CodePointSet set) {
    if (skip('?')) {
      return new Step(set, 0, 1);
    }
    if (skip('*')) {
      return new Step(set, 0, UNBOUNDED);
    }
    if (skip('+')) {
      return new Step(set, 1, UNBOUNDED);
    }
    if (!skip('{')) {
      return new Step(set, 1, 1);
    }
    int least = number();
    int most = skip(',') ? number() : least;
    expect('}');
    return new Step(set, least, most);
  }

  private CodePointSet set() {
    CodePointSet.Builder members = new CodePointSet.Builder();
    if (!skip('[')) {
      addMember(members);
      return members.build(false);
    }
    boolean negated = skip('^');
    while (!skip(']')) {
      addMember(members);
    }
    return members.build(negated);
  }

  /** Adds a class, a character or, inside brackets, a range. */
  private void addMember(CodePointSet.Builder members) {
    if (skip("\\s")) {
      addWhiteSpace(members);
    } else if (skip("\\p{")) {
      members.addClass((char) source[at++]);
      expect('}');
    } else {
      int first = character();
      boolean range = at + 1 < source.length && source[at] == '-' && source[at + 1] != ']';
      if (range) {
        at++;
      }
      members.addRange(first, range ? character() : first);
    }
  }

  private int character() {
    int c = source[at++];
    if (c != '\\') {
      return c;
    }
    int escaped = source[at++];
    return switch (escaped) {
      case 'r' -> '\r';
      case 'n' -> '\n';
      default -> escaped;
    };
  }

  private int number() {
    int value = 0;
    while (at < source.length && Character.isDigit(source[at])) {
      value = value * 10 + source[at++] - '0';
    }
    return value;
  }

  private static CodePointSet.Builder addWhiteSpace(CodePointSet.Builder members) {
    return members.addRange('\t', '\r').addRange(' ', ' ');
  }

  private boolean skip(int c) {
    boolean found = at < source.length && source[at] == c;
    if (found) {
      at++;
    }
    return found;
  }

  private boolean skip(String s) {
    boolean found =
        at + s.length() <= source.length && new String(source, at, s.length()).equals(s);
    if (found) {
      at += s.length();
    }
    return found;
  }

  private void expect(char c) {
    if (!skip(c)) {
      throw new IllegalArgumentException("pattern has no '" + c + "' at " + at);
    }
  }
}
