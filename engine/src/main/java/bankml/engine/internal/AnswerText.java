// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The text of an answer in bytes, token by token: what may be given out with each, and where a stop
 * string ends it. What is held back, and where stop strings are looked for, is as in {@code
 * process_token} and {@code find_stopping_strings} of the reference's {@code
 * tools/server/server-context.cpp}; every byte but a stop string's and what follows it is given out
 * once. One thread.
 */
final class AnswerText {
  private static final int LONGEST_CHARACTER = 4;

  private final List<byte[]> stops;

  /** What has not been given out. */
  private byte[] held = {};

  private Optional<String> stop = Optional.empty();

  /** Looks for {@code stops}, none of them empty; one that comes first wins. */
  AnswerText(List<String> stops) {
    this.stops = stops.stream().map(s -> s.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /**
   * Adds the bytes of a token.
   *
   * @param last whether it is known that nothing follows, so that nothing needs to wait
   * @return what is given out with this token, maybe nothing; empty where it ends inside of a
   *     character, which then is another token's to give out
   */
  Optional<byte[]> push(byte[] piece, boolean last) {
    held = concatenated(held, piece);
    if (wholeLength(held) < held.length) {
      return Optional.empty();
    }
    int end = findStop(piece.length);
    if (stop.isEmpty() && !last && endsWithBeginOfStop()) {
      return Optional.of(new byte[0]);
    }
    byte[] out = Arrays.copyOf(held, end);
    held = new byte[0];
    return Optional.of(out);
  }

  /** Returns the stop string that has ended the text. */
  Optional<String> stop() {
    return stop;
  }

  /** Ends the text and returns what was held back. */
  byte[] finish() {
    byte[] rest = held;
    held = new byte[0];
    return rest;
  }

  /**
   * Where the first stop string begins, else the end. One that ends before the last {@code
   * lastToken} bytes is not looked for: it was seen before, but for text that ended inside of a
   * character then.
   */
  private int findStop(int lastToken) {
    int first = held.length;
    for (byte[] word : stops) {
      int at = indexOf(word, Math.max(0, held.length - word.length - lastToken));
      if (at >= 0 && (stop.isEmpty() || at < first)) {
        stop = Optional.of(new String(word, StandardCharsets.UTF_8));
        first = at;
      }
    }
    return first;
  }

  private int indexOf(byte[] word, int from) {
    for (int at = from; at + word.length <= held.length; at++) {
      if (Arrays.equals(held, at, at + word.length, word, 0, word.length)) {
        return at;
      }
    }
    return -1;
  }

  /** {@code string_find_partial_stop} of common/common.cpp, whole stop strings included. */
  private boolean endsWithBeginOfStop() {
    for (byte[] word : stops) {
      for (int n = Math.min(held.length, word.length); n > 0; n--) {
        if (Arrays.equals(held, held.length - n, held.length, word, 0, n)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns how many bytes come before a character that {@code text} ends inside of; all of them
   * where it does not ({@code validate_utf8} of server-common.cpp: only cut-off ends count).
   */
  static int wholeLength(byte[] text) {
    for (int back = 1; back <= Math.min(LONGEST_CHARACTER, text.length); back++) {
      int b = text[text.length - back] & 0xFF;
      int length = (b & 0xE0) == 0xC0 ? 2 : (b & 0xF0) == 0xE0 ? 3 : (b & 0xF8) == 0xF0 ? 4 : 1;
      if (back < length) {
        return text.length - back;
      }
    }
    return text.length;
  }

  private static byte[] concatenated(byte[] a, byte[] b) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(a.length + b.length);
    out.writeBytes(a);
    out.writeBytes(b);
    return out.toByteArray();
  }
}
