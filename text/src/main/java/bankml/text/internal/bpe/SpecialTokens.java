// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the special tokens that a text spells out, as the reference's {@code
 * tokenizer_st_partition} ({@code src/llama-vocab.cpp}) does: of all special tokens the one with
 * the longest spelling first, at each of its places from the left, then the next in what is left.
 *
 * <p>Tokens that the text does not contain are ruled out in one pass, so that the time does not
 * grow with the hundreds of special tokens that vocabularies have.
 */
final class SpecialTokens {
  /** Takes the parts of a text in order. */
  interface Sink {
    /** Takes the text from {@code from} to {@code to}, never empty. */
    void text(int from, int to);

    /** Takes a special token. */
    void token(int token);
  }

  private record Special(int token, String text) {}

  /** A part of a text: a special token, or text where {@code token} is negative. */
  private record Part(int token, int from, int to) {}

  private static final int TEXT = -1;

  private final TokenKinds kinds;
  private final List<Special> longestFirst;
  private final SpellingTrie trie = new SpellingTrie();

  SpecialTokens(BpeVocabulary vocabulary) {
    kinds = vocabulary.kinds();
    List<Special> found = new ArrayList<>();
    for (int token = 0; token < vocabulary.size(); token++) {
      if (kinds.isSpecial(token)) {
        found.add(new Special(token, vocabulary.text(token)));
      }
    }
    found.sort(Comparator.comparingInt((Special s) -> -utf8Length(s.text)));
    longestFirst = List.copyOf(found);
    for (int i = 0; i < longestFirst.size(); i++) {
      trie.add(longestFirst.get(i).text, i);
    }
  }

  /**
   * Cuts {@code text} and gives its parts to {@code sink}.
   *
   * @param parse whether control and unknown tokens count; user-defined ones always do
   */
  void cut(String text, boolean parse, Sink sink) {
    List<Part> parts = text.isEmpty() ? List.of() : List.of(new Part(TEXT, 0, text.length()));
    BitSet present = trie.occurringIn(text);
    for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
      Special special = longestFirst.get(i);
      boolean control =
          kinds.is(special.token, TokenKind.CONTROL) || kinds.is(special.token, TokenKind.UNKNOWN);
      if (parse || !control) {
        parts = cut(text, parts, special);
      }
    }
    for (Part part : parts) {
      if (part.token == TEXT) {
        sink.text(part.from, part.to);
      } else {
        sink.token(part.token);
      }
    }
  }

  private List<Part> cut(String text, List<Part> parts, Special special) {
    List<Part> finer = new ArrayList<>(parts.size() + 2);
    for (Part part : parts) {
      if (part.token == TEXT) {
        cut(text, part, special, finer);
      } else {
        finer.add(part);
      }
    }
    return finer;
  }

  private void cut(String text, Part part, Special special, List<Part> finer) {
    int from = part.from;
    int at = text.indexOf(special.text, from, part.to);
    while (at >= 0) {
      int left = at;
      if (kinds.is(special.token, TokenKind.STRIPS_LEFT)) {
        while (left > from && isSpace(text.charAt(left - 1))) {
          left--;
        }
      }
      addText(from, left, finer);
      from = at + special.text.length();
      finer.add(new Part(special.token, at, from));
      if (kinds.is(special.token, TokenKind.STRIPS_RIGHT)) {
        while (from < part.to && isSpace(text.charAt(from))) {
          from++;
        }
      }
      at = text.indexOf(special.text, from, part.to);
    }
    addText(from, part.to, finer);
  }

  private static void addText(int from, int to, List<Part> parts) {
    if (from < to) {
      parts.add(new Part(TEXT, from, to));
    }
  }

  /** C's {@code isspace} in its default locale. */
  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static int utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
