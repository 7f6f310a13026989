// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import bankml.gguf.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks rules: from the stacks that are possible to those after a code point or a token ({@code
 * llama_grammar_advance_stack} and {@code llama_grammar_accept_chr} in the reference's {@code
 * src/llama-grammar.cpp}). The states it has come through are kept, up to a limit, so that the same
 * step is made once. One thread.
 */
final class Automaton {
  /** A grammar with more stacks than this at one place is refused. */
  private static final int MAX_STACKS = 20_000;

  private static final int KEPT_STATES = 5_000;
  private static final int KEPT_STACKS = 500_000;

  private final Rules rules;
  private final Map<State, State> states = new HashMap<>();
  private Stacks stacks = new Stacks();

  Automaton(Rules rules) {
    this.rules = rules;
  }

  Rules rules() {
    return rules;
  }

  /** Returns the state before the first character. */
  State start() {
    Set<Integer> found = new HashSet<>();
    List<Integer> todo = new ArrayList<>();
    alternatives(rules.root(), Stacks.EMPTY, todo);
    expand(todo, found);
    return state(found);
  }

  /** Returns the state after {@code codePoint}; stacks that want a token or the end are lost. */
  State after(State state, int codePoint) {
    State known = state.next(codePoint);
    if (known != null) {
      return known;
    }
    Set<Integer> found = new HashSet<>();
    List<Integer> todo = new ArrayList<>();
    for (int stack : state.stacks) {
      if (stack != Stacks.EMPTY && !wantsToken(stack)) {
        int top = stacks.top(stack);
        if (rules.matches(top, codePoint)) {
          todo.add(goOn(rules.afterSet(top), stacks.rest(stack)));
        }
      }
    }
    expand(todo, found);
    State next = state(found);
    state.next(codePoint, next);
    return next;
  }

  /**
   * Returns the state after a token ({@code llama_grammar_accept_token}): of stacks that want a
   * token those that want this one, of the others what its characters leave.
   */
  State afterToken(State state, int token, int[] codePoints) {
    Set<Integer> found = new HashSet<>();
    List<Integer> todo = new ArrayList<>();
    List<Integer> ofCharacters = new ArrayList<>();
    for (int stack : state.stacks) {
      if (stack == Stacks.EMPTY) {
        continue;
      }
      if (!wantsToken(stack)) {
        ofCharacters.add(stack);
      } else if (rules.matchesToken(stacks.top(stack), token)) {
        todo.add(goOn(stacks.top(stack) + 1, stacks.rest(stack)));
      }
    }
    expand(todo, found);
    State walked =
        ofCharacters.size() == state.stacks.length ? state : state(new HashSet<>(ofCharacters));
    for (int codePoint : codePoints) {
      walked = after(walked, codePoint);
    }
    if (found.isEmpty()) {
      return walked;
    }
    for (int stack : walked.stacks) {
      found.add(stack);
    }
    return state(found);
  }

  /**
   * Returns whether a token may end in {@code state}, with {@code rest} begun: always where it is
   * nothing, else where a stack has a character that begins so.
   */
  boolean mayLeave(State state, PartialChar rest) {
    if (rest.remaining() == 0) {
      return !state.isDead();
    }
    for (int stack : state.stacks) {
      if (stack != Stacks.EMPTY
          && !wantsToken(stack)
          && rules.matchesPartial(stacks.top(stack), rest)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the stack's top is a token. The stack is not empty. */
  boolean wantsToken(int stack) {
    return rules.isToken(stacks.top(stack));
  }

  /** Returns the position on the stack's top. The stack is not empty. */
  int top(int stack) {
    return stacks.top(stack);
  }

  /**
   * Forgets all states but {@code current} when there are too many, and returns it as it is called
   * from now on. Other states must not be used any more.
   */
  State trim(State current) {
    if (states.size() < KEPT_STATES && stacks.size() < KEPT_STACKS) {
      return current;
    }
    Stacks old = stacks;
    stacks = new Stacks();
    states.clear();
    Set<Integer> kept = new HashSet<>();
    for (int stack : current.stacks) {
      kept.add(copy(old, stack));
    }
    return state(kept);
  }

  private int copy(Stacks old, int stack) {
    List<Integer> tops = new ArrayList<>();
    for (int rest = stack; rest != Stacks.EMPTY; rest = old.rest(rest)) {
      tops.add(old.top(rest));
    }
    int copied = Stacks.EMPTY;
    for (int top : tops.reversed()) {
      copied = stacks.push(top, copied);
    }
    return copied;
  }

  /** Puts {@code position} on a stack unless an alternative ends there. */
  private int goOn(int position, int rest) {
    return rules.isEnd(position) ? rest : stacks.push(position, rest);
  }

  private void alternatives(int rule, int rest, List<Integer> todo) {
    int position = rules.start(rule);
    todo.add(goOn(position, rest));
    for (; rules.type(position) != Rules.END; position++) {
      if (rules.type(position) == Rules.ALT) {
        todo.add(goOn(position + 1, rest));
      }
    }
  }

  /** Replaces rules on top of stacks by what they are made of, until characters or tokens are. */
  private void expand(List<Integer> todo, Set<Integer> found) {
    Set<Integer> seen = new HashSet<>();
    while (!todo.isEmpty()) {
      int stack = todo.removeLast();
      if (!seen.add(stack)) {
        continue;
      }
      if (seen.size() > MAX_STACKS) {
        throw Refusal.refused(
            "the grammar leaves more than " + MAX_STACKS + " possibilities open at one place");
      }
      if (stack != Stacks.EMPTY && rules.type(stacks.top(stack)) == Rules.RULE) {
        int top = stacks.top(stack);
        alternatives(rules.value(top), goOn(top + 1, stacks.rest(stack)), todo);
      } else {
        found.add(stack);
      }
    }
  }

  private State state(Set<Integer> found) {
    int[] sorted = found.stream().mapToInt(Integer::intValue).toArray();
    Arrays.sort(sorted);
    State made = new State(sorted);
    @Nullable State known = states.putIfAbsent(made, made);
    return known == null ? made : known;
  }
}
