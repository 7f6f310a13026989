// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

/**
 * What a template renders.
 *
 * @param text the prompt
 * @param turn what the template adds to begin an answer, in {@code text} or not
 * @param generation the same with what the answer continues
 */
public record Prompt(String text, String turn, String generation) {
  /** A prompt whose answer continues nothing. */
  Prompt(String text, String turn) {
    this(text, turn, turn);
  }
}
