// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import java.util.List;

/** What happens while an answer is made, in order; {@link Done} is the last. */
public sealed interface AnswerEvent {

  /**
   * A part of the prompt has been computed.
   *
   * @param done how many of its tokens are, the reused ones included
   * @param total how many it has
   */
  record Prompt(int done, int total) implements AnswerEvent {}

  /**
   * The answer has gone on. There is one piece a token, but none for a token that ends inside of a
   * character, and one of what was held back at the end.
   *
   * @param text what is certain now: often empty, while it may begin a stop string
   * @param tokens the ids that came with it: one, or none for the last piece
   * @param logprobs the token's, where they were asked for
   */
  record Piece(String text, List<Integer> tokens, List<TokenLogprob> logprobs)
      implements AnswerEvent {
    /** Keeps the lists as they are now. */
    public Piece {
      tokens = List.copyOf(tokens);
      logprobs = List.copyOf(logprobs);
    }
  }

  /** The answer has ended. */
  record Done(Generation generation) implements AnswerEvent {}
}
