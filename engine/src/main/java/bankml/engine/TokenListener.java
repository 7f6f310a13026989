// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

/** Hears an answer while it is being made, on the thread that makes it. */
@FunctionalInterface
public interface TokenListener {
  /** Wants nothing before the end. */
  TokenListener SILENT = text -> {};

  /**
   * Takes the next piece of the answer's text, never empty. Pieces are not tokens: half characters
   * and what may begin a stop string wait for the rest.
   */
  void onText(String text);

  /** Takes the next piece with its tokens; its text may be empty. Unless overridden, only text. */
  default void onPiece(AnswerEvent.Piece piece) {
    if (!piece.text().isEmpty()) {
      onText(piece.text());
    }
  }

  /**
   * Is told that {@code done} of the prompt's {@code total} tokens are computed, after each pass
   * over some of them.
   */
  default void onPrompt(int done, int total) {}

  /**
   * Returns whether nobody wants the rest of the answer any more. Asked before every token and
   * every pass over a part of the prompt, a micro-batch at most.
   */
  default boolean cancelled() {
    return false;
  }
}
