// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import bankml.engine.TokenLogprob;
import bankml.sampling.TokenProbabilities;
import bankml.text.StreamDecoder;
import bankml.text.Tokenizer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Logprobs of an answer's tokens ({@code populate_token_probs} of the reference's {@code
 * tools/server/server-context.cpp}). One thread.
 */
final class Logprobs {
  private final Tokenizer tokenizer;
  private final int top;
  private final TokenProbabilities probabilities;

  /** Tells the best {@code top} tokens beside each. */
  Logprobs(Tokenizer tokenizer, int top) {
    this.tokenizer = tokenizer;
    this.top = top;
    this.probabilities = new TokenProbabilities(tokenizer.vocabSize());
  }

  /**
   * Returns the logprobs of {@code token}.
   *
   * @param text the bytes that are given out with it
   * @param logits that it was chosen from
   */
  TokenLogprob of(int token, byte[] text, float[] logits) {
    probabilities.set(logits, top);
    List<TokenLogprob.Alternative> alternatives =
        IntStream.range(0, probabilities.ranked()).mapToObj(this::alternative).toList();
    return new TokenLogprob(
        token, whole(text), bytes(text), probabilities.logprobOf(token), alternatives);
  }

  private TokenLogprob.Alternative alternative(int rank) {
    int token = probabilities.token(rank);
    byte[] text = tokenizer.isControl(token) ? new byte[0] : tokenizer.piece(token);
    return new TokenLogprob.Alternative(
        token, whole(text), bytes(text), probabilities.logprob(rank));
  }

  /** The characters of {@code text} that are not cut off at its end. */
  private String whole(byte[] text) {
    return decode(tokenizer, Arrays.copyOf(text, AnswerText.wholeLength(text)));
  }

  /** Returns the characters of {@code text}, U+FFFD for what is none. */
  static String decode(Tokenizer tokenizer, byte[] text) {
    StreamDecoder decoder = new StreamDecoder(tokenizer);
    return decoder.push(text) + decoder.finish();
  }

  private static List<Integer> bytes(byte[] text) {
    return IntStream.range(0, text.length).mapToObj(i -> text[i] & 0xFF).toList();
  }
}
