// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in a grammar: the stacks that are possible there. What follows it is remembered as it is
 * asked for. Equal where the stacks are.
 */
final class State {
  private static final int FEW = 128;

  /** In ascending order. */
  final int[] stacks;

  private final @Nullable State[] nextOfFew = new @Nullable State[FEW];
  private final Map<Integer, State> nextOfOthers = new HashMap<>();
  private @Nullable BitSet mask;

  State(int[] stacks) {
    this.stacks = stacks;
  }

  /** Returns whether nothing is possible. */
  boolean isDead() {
    return stacks.length == 0;
  }

  /** Returns whether the text may end here. */
  boolean mayEnd() {
    return stacks.length > 0 && stacks[0] == Stacks.EMPTY;
  }

  /** Returns what is remembered to follow after {@code codePoint}. */
  @Nullable State next(int codePoint) {
    return codePoint >= 0 && codePoint < FEW ? nextOfFew[codePoint] : nextOfOthers.get(codePoint);
  }

  /** Remembers what follows. */
  void next(int codePoint, State state) {
    if (codePoint >= 0 && codePoint < FEW) {
      nextOfFew[codePoint] = state;
    } else {
      nextOfOthers.put(codePoint, state);
    }
  }

  /** Returns the tokens that may come, where they are remembered. */
  @Nullable BitSet mask() {
    return mask;
  }

  /** Remembers the tokens that may come. */
  void mask(BitSet tokens) {
    mask = tokens;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof State state && Arrays.equals(stacks, state.stacks);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(stacks);
  }
}
