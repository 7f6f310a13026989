// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A set of code points: Unicode classes, ranges, or all but those.
 *
 * <p>ASCII answers come from two words of bits; the rest is looked up, which is rare enough.
 */
final class CodePointSet {
  private static final int ASCII = 128;

  /** A bit for each class of {@link CodePointClass}. */
  private final long classes;

  /** First and last of each range. */
  private final int[] ranges;

  private final boolean negated;
  private final long[] ascii;

  private CodePointSet(long classes, int[] ranges, boolean negated) {
    this.classes = classes;
    this.ranges = ranges;
    this.negated = negated;
    BitSet members = new BitSet(ASCII);
    for (int c = 0; c < ASCII; c++) {
      members.set(c, listed(c) != negated);
    }
    this.ascii = Arrays.copyOf(members.toLongArray(), ASCII / Long.SIZE);
  }

  /** Returns whether {@code codePoint} is in the set. */
  boolean contains(int codePoint) {
    if (codePoint < ASCII) {
      return ((ascii[codePoint >> 6] >>> codePoint) & 1) != 0;
    }
    return listed(codePoint) != negated;
  }

  private boolean listed(int codePoint) {
    if ((classes & bit(CodePointClass.of(codePoint))) != 0) {
      return true;
    }
    for (int i = 0; i < ranges.length; i += 2) {
      if (ranges[i] <= codePoint && codePoint <= ranges[i + 1]) {
        return true;
      }
    }
    return false;
  }

  private static long bit(char classLetter) {
    return 1L << (classLetter - '-');
  }

  /** Collects a set's members. */
  static final class Builder {
    private final IntStream.Builder ranges = IntStream.builder();
    private long classes;

    /** Adds the class that {@code letter} names, such as {@code L}. */
    Builder addClass(char letter) {
      classes |= bit(letter);
      return this;
    }

    /** Adds the code points from {@code first} to {@code last}. */
    Builder addRange(int first, int last) {
      ranges.add(first).add(last);
      return this;
    }

    /** Returns the set, or all code points but its members. */
    CodePointSet build(boolean negated) {
      return new CodePointSet(classes, ranges.build().toArray(), negated);
    }
  }
}
