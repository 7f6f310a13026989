// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.text.internal.chat.ThinkingTags;

/**
 * Splits a streamed answer into thinking and content as the reference's server does for templates
 * whose thinking stands between tags ({@code common/chat-auto-parser-generator.cpp}, {@code
 * autoparser::build_parser}, without tools): after each piece, what has come out so far is what the
 * reference parses from the text so far. Made by {@link ChatTemplate#splitter}. One answer, one
 * thread.
 *
 * <p>Text that may be the beginning of a tag is held back; where the answer ends in it, it is lost,
 * as it is in the reference.
 */
public final class AnswerSplitter {
  /** What a piece of text added to an answer; either may be empty. */
  public record Part(String reasoning, String content) {}

  private enum Phase {
    BEFORE,
    THINKING,
    CONTENT
  }

  private static final String SPACE = " \t\n\u000B\f\r";
  private static final String BLANK = " \n\r\t";

  private final boolean extracts;
  private final String opening;
  private final String closing;
  private final String afterOpening;
  private final String afterClosing;
  private final Part prefill;
  private Phase phase = Phase.BEFORE;

  /** White space of a tag that may still be skipped, each character once, in order. */
  private String skippable = "";

  private final StringBuilder held = new StringBuilder();

  /** Thinking of white space alone is none. */
  private final StringBuilder blank = new StringBuilder();

  private boolean thought;

  /**
   * @param extracts whether thinking is to be told apart
   * @param begun what the prompt already has of the answer
   */
  AnswerSplitter(ThinkingTags tags, boolean extracts, String begun) {
    opening = trim(tags.start());
    closing = trim(tags.end());
    afterOpening = trailingSpace(tags.start());
    afterClosing = trailingSpace(tags.end());
    if (!tags.thinks()) {
      phase = Phase.CONTENT;
    }
    this.extracts = extracts && tags.thinks() && !closing.isEmpty();
    prefill = push(begun);
  }

  /** Returns what the prompt already has of the answer: of a message that is continued. */
  public Part prefill() {
    return prefill;
  }

  /** Adds {@code text}, whole characters, and returns what is certain now. */
  public Part push(String text) {
    held.append(text);
    StringBuilder reasoning = new StringBuilder();
    StringBuilder content = new StringBuilder();
    boolean more = true;
    while (more) {
      more =
          skip()
              && switch (phase) {
                case BEFORE -> begin();
                case THINKING -> think(reasoning);
                case CONTENT -> {
                  content.append(held);
                  held.setLength(0);
                  yield false;
                }
              };
    }
    return new Part(reasoning.toString(), content.toString());
  }

  /** Skips a tag's white space; returns whether there is text to go on with. */
  private boolean skip() {
    while (!skippable.isEmpty() && !held.isEmpty()) {
      if (held.charAt(0) == skippable.charAt(0)) {
        held.deleteCharAt(0);
      }
      skippable = skippable.substring(1);
    }
    return !held.isEmpty();
  }

  /** Decides how the answer begins; returns whether it could. */
  private boolean begin() {
    int start = 0;
    while (start < held.length() && SPACE.indexOf(held.charAt(start)) >= 0) {
      start++;
    }
    held.delete(0, start);
    if (held.isEmpty()) {
      return false;
    }
    String text = held.toString();
    if (!extracts) {
      phase = Phase.CONTENT;
    } else if (text.startsWith(opening)) {
      held.delete(0, opening.length());
      skippable = afterOpening;
      phase = Phase.THINKING;
    } else if (opening.startsWith(text)) {
      return false;
    } else {
      phase = Phase.CONTENT;
    }
    return true;
  }

  private boolean think(StringBuilder reasoning) {
    int end = held.indexOf(closing);
    int certain = end >= 0 ? end : held.length() - beginningOfTag();
    blank.append(held, 0, certain);
    thought |= blank.chars().anyMatch(c -> BLANK.indexOf(c) < 0);
    if (thought) {
      reasoning.append(blank);
      blank.setLength(0);
    }
    held.delete(0, certain);
    if (end >= 0) {
      held.delete(0, closing.length());
      skippable = afterClosing;
      phase = Phase.CONTENT;
    }
    return end >= 0;
  }

  /** Returns how many of the last characters may be the beginning of the closing tag. */
  private int beginningOfTag() {
    for (int n = Math.min(closing.length() - 1, held.length()); n > 0; n--) {
      if (closing.startsWith(held.substring(held.length() - n))) {
        return n;
      }
    }
    return 0;
  }

  private static String trim(String tag) {
    return tag.strip();
  }

  private static String trailingSpace(String tag) {
    return tag.substring(tag.stripTrailing().length());
  }
}
