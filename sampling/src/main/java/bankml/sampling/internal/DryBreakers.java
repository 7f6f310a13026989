// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import bankml.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Where repetitions end for DRY: every way in which the beginning of a token's text can be the last
 * token before a breaker is complete ({@code get_overlapping_token_sequences} in the reference's
 * {@code src/llama-sampler.cpp}). A token that holds the whole breaker has an empty tail; one that
 * ends with the breaker's beginning has the tokens of the rest.
 */
final class DryBreakers {
  private static final int MAX_BYTES = 40;
  private static final int MAX_TAIL = 20;
  private static final int[] NO_TAIL = {};
  private static final int[][] NONE = {};

  /** For each token the tails that make a breaker of it. */
  private final int[][][] tails;

  private DryBreakers(int vocabularySize) {
    tails = new int[vocabularySize][][];
    Arrays.fill(tails, NONE);
  }

  /** Finds the {@code breakers} in a vocabulary. Empty ones break nothing. */
  static DryBreakers of(List<String> breakers, Tokenizer tokenizer) {
    DryBreakers found = new DryBreakers(tokenizer.vocabSize());
    for (String breaker : breakers) {
      byte[] bytes = beforeNul(breaker).getBytes(StandardCharsets.UTF_8);
      byte[] most = Arrays.copyOf(bytes, Math.min(bytes.length, MAX_BYTES));
      if (most.length > 0) {
        for (int token = 0; token < tokenizer.vocabSize(); token++) {
          found.find(most, token, tokenizer);
        }
      }
    }
    return found;
  }

  /** Returns the tails of {@code token}; none where no breaker begins in it. */
  int[][] tails(int token) {
    return tails[token];
  }

  /** Returns whether {@code token} holds a whole breaker. */
  boolean breaks(int token) {
    for (int[] tail : tails[token]) {
      if (tail.length == 0) {
        return true;
      }
    }
    return false;
  }

  /** The reference hands breakers on as C strings. */
  private static String beforeNul(String breaker) {
    int end = breaker.indexOf('\0');
    return end < 0 ? breaker : breaker.substring(0, end);
  }

  private void find(byte[] breaker, int token, Tokenizer tokenizer) {
    byte[] piece = tokenizer.piece(token);
    boolean whole = false;
    for (int at = 0; at + breaker.length <= piece.length; at++) {
      whole |= matches(breaker, piece, at) == breaker.length;
    }
    if (whole) {
      add(token, NO_TAIL);
      return;
    }
    for (int at = Math.max(0, piece.length - breaker.length + 1); at < piece.length; at++) {
      int length = piece.length - at;
      if (matches(breaker, piece, at) == length) {
        int[] tail = tokenizer.encode(text(breaker, length), false, false);
        add(token, Arrays.copyOf(tail, Math.min(tail.length, MAX_TAIL)));
      }
    }
  }

  /** How many bytes of {@code breaker} are in {@code piece} from {@code at} on. */
  private static int matches(byte[] breaker, byte[] piece, int at) {
    int end = Math.min(piece.length, at + breaker.length);
    int differs = Arrays.mismatch(breaker, 0, end - at, piece, at, end);
    return differs < 0 ? end - at : differs;
  }

  private void add(int token, int[] tail) {
    int[][] old = tails[token];
    if (Arrays.stream(old).noneMatch(other -> Arrays.equals(other, tail))) {
      tails[token] = Arrays.copyOf(old, old.length + 1);
      tails[token][old.length] = tail;
    }
  }

  /** The text from {@code from} on; every byte of a cut character counts as U+FFFD. */
  private static String text(byte[] bytes, int from) {
    StringBuilder text = new StringBuilder();
    int at = from;
    while (at < bytes.length) {
      int length = length(bytes[at]);
      if (length > 0 && at + length <= bytes.length) {
        text.append(new String(bytes, at, length, StandardCharsets.UTF_8));
        at += length;
      } else {
        text.append('\uFFFD');
        at++;
      }
    }
    return text.toString();
  }

  /** The bytes of a character that begins with {@code first}, 0 where none does. */
  private static int length(byte first) {
    return switch (Integer.numberOfLeadingZeros(~(first << 24))) {
      case 0 -> 1;
      case 1 -> 0;
      case 2 -> 2;
      case 3 -> 3;
      default -> 4;
    };
  }
}
