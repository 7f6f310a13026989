// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * A vocabulary's tokens as a tree of their characters, so that one walk tells which tokens may come
 * next. Immutable. Tokens that end an answer, that have no bytes, and whose bytes are no beginning
 * of UTF-8 are not in it.
 */
final class TokenTrie {
  private static final Map<Tokenizer, TokenTrie> TRIES =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** A token with its characters. */
  private record Entry(int token, Piece piece) {}

  /** Tokens in the order of their characters, shorter ones first. */
  private final int[] tokens;

  /** What each of them leaves of a character, in the same order. */
  private final PartialChar[] rests;

  /**
   * Of each node, in depth-first order: its character, its own tokens, all below, the next node.
   */
  private final int[] codePoints;

  private final int[] firstToken;
  private final int[] ownEnd;
  private final int[] allEnd;
  private final int[] nextNode;

  private TokenTrie(Tokenizer tokenizer) {
    List<Entry> entries = new ArrayList<>();
    int most = 1;
    for (int token = 0; token < tokenizer.vocabSize(); token++) {
      byte[] bytes = tokenizer.piece(token);
      if (bytes.length > 0 && bytes[0] != 0 && !tokenizer.isEndOfGeneration(token)) {
        Piece piece = Piece.of(bytes, PartialChar.NONE);
        if (piece.rest().remaining() >= 0) {
          entries.add(new Entry(token, piece));
          most += piece.codePoints().length;
        }
      }
    }
    entries.sort((a, b) -> Arrays.compare(a.piece().codePoints(), b.piece().codePoints()));
    tokens = entries.stream().mapToInt(Entry::token).toArray();
    rests = entries.stream().map(entry -> entry.piece().rest()).toArray(PartialChar[]::new);
    codePoints = new int[most];
    firstToken = new int[most];
    ownEnd = new int[most];
    allEnd = new int[most];
    nextNode = new int[most];
    build(entries);
  }

  /** Returns the tree of a vocabulary, made once for each. */
  static TokenTrie of(Tokenizer tokenizer) {
    return TRIES.computeIfAbsent(tokenizer, TokenTrie::new);
  }

  private void build(List<Entry> entries) {
    int nodes = 1;
    int[] path = new int[1];
    int depth = 0;
    for (int i = 0; i < entries.size(); i++) {
      int[] characters = entries.get(i).piece().codePoints();
      int[] before = i == 0 ? new int[0] : entries.get(i - 1).piece().codePoints();
      int common = Arrays.mismatch(before, characters);
      common = common < 0 ? characters.length : common;
      while (depth > common) {
        close(path[depth--], i, nodes);
      }
      path = characters.length < path.length ? path : Arrays.copyOf(path, 2 * characters.length);
      while (depth < characters.length) {
        codePoints[nodes] = characters[depth];
        firstToken[nodes] = i;
        ownEnd[nodes] = i;
        path[++depth] = nodes++;
      }
      ownEnd[path[depth]] = i + 1;
    }
    for (; depth >= 0; depth--) {
      close(path[depth], entries.size(), nodes);
    }
  }

  private void close(int node, int end, int nodes) {
    allEnd[node] = end;
    nextNode[node] = nodes;
  }

  /** Returns the tokens of the tree that may come in {@code state}, between characters. */
  BitSet allowed(Automaton automaton, State state) {
    BitSet allowed = new BitSet();
    walk(0, automaton, state, allowed);
    return allowed;
  }

  private void walk(int node, Automaton automaton, State state, BitSet allowed) {
    for (int i = firstToken[node]; i < ownEnd[node]; i++) {
      if (automaton.mayLeave(state, rests[i])) {
        allowed.set(tokens[i]);
      }
    }
    for (int stack : state.stacks) {
      if (stack != Stacks.EMPTY && automaton.wantsToken(stack)) {
        for (int i = ownEnd[node]; i < allEnd[node]; i++) {
          if (automaton.rules().matchesToken(automaton.top(stack), tokens[i])) {
            allowed.set(tokens[i]);
          }
        }
      }
    }
    for (int child = node + 1; child < nextNode[node]; child = nextNode[child]) {
      State next = automaton.after(state, codePoints[child]);
      if (!next.isDead()) {
        walk(child, automaton, next, allowed);
      }
    }
  }
}
