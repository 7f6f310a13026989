// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import bankml.gguf.Refusal;
import bankml.text.Tokenizer;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * One answer's way through a grammar: which tokens may come next, and the step that one makes
 * ({@code llama_grammar_apply_impl} and {@code llama_grammar_accept_impl} in the reference's {@code
 * src/llama-grammar.cpp}). One thread.
 */
public final class GrammarWalk {
  private final Tokenizer tokenizer;
  private final Automaton automaton;
  private State state;
  private PartialChar partial = PartialChar.NONE;

  /**
   * Stands at the beginning of a grammar.
   *
   * @param grammar in GBNF
   * @throws Refusal where it cannot be read, or opens too many possibilities
   */
  public GrammarWalk(String grammar, Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    automaton = new Automaton(GbnfParser.parse(grammar, tokenizer));
    state = automaton.start();
  }

  /** Returns whether {@code token} may come next. */
  public boolean allows(int token) {
    if (tokenizer.isEndOfGeneration(token)) {
      return state.mayEnd();
    }
    byte[] bytes = tokenizer.piece(token);
    if (bytes.length == 0 || bytes[0] == 0) {
      return false;
    }
    Piece piece = Piece.of(bytes, partial);
    if (piece.rest().remaining() < 0) {
      return false;
    }
    State walked = state;
    for (int codePoint : piece.codePoints()) {
      if (wantsToken(walked, token)) {
        return true;
      }
      walked = automaton.after(walked, codePoint);
    }
    return automaton.mayLeave(walked, piece.rest());
  }

  private boolean wantsToken(State at, int token) {
    for (int stack : at.stacks) {
      if (stack != Stacks.EMPTY
          && automaton.wantsToken(stack)
          && automaton.rules().matchesToken(automaton.top(stack), token)) {
        return true;
      }
    }
    return false;
  }

  /** Returns all tokens that may come next; not to be changed. */
  public BitSet allowed() {
    state = automaton.trim(state);
    if (partial.remaining() != 0) {
      BitSet allowed = new BitSet();
      for (int token = 0; token < tokenizer.vocabSize(); token++) {
        allowed.set(token, allows(token));
      }
      return allowed;
    }
    @Nullable BitSet known = state.mask();
    if (known != null) {
      return known;
    }
    BitSet allowed = TokenTrie.of(tokenizer).allowed(automaton, state);
    if (state.mayEnd()) {
      for (int token = 0; token < tokenizer.vocabSize(); token++) {
        if (tokenizer.isEndOfGeneration(token)) {
          allowed.set(token);
        }
      }
    }
    state.mask(allowed);
    return allowed;
  }

  /**
   * Goes on by {@code token}.
   *
   * @throws Refusal where the grammar does not go on with it
   */
  public void accept(int token) {
    if (tokenizer.isEndOfGeneration(token)) {
      if (!state.mayEnd()) {
        throw refusal(token);
      }
      return;
    }
    Piece piece = Piece.of(tokenizer.piece(token), partial);
    state = automaton.afterToken(state, token, piece.codePoints());
    partial = piece.rest();
    if (state.isDead()) {
      throw refusal(token);
    }
  }

  private Refusal refusal(int token) {
    return Refusal.refused(
        "the grammar does not go on with the token "
            + token
            + " (\""
            + tokenizer.text(token)
            + "\")");
  }
}
