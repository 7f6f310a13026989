// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.Arrays;
import java.util.List;

/**
 * Text to token ids. Immutable: any thread may call it.
 *
 * <p>The order of work is that of the reference's {@code llama_vocab::impl::tokenize} ({@code
 * src/llama-vocab.cpp}).
 */
public final class BpeEncoder {
  private static final int REPLACEMENT = 0xFFFD;

  private final BpeVocabulary vocabulary;
  private final SpecialTokens specialTokens;
  private final List<SplitPattern> patterns;

  /** Makes the encoder of {@code vocabulary}. */
  public BpeEncoder(BpeVocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.specialTokens = new SpecialTokens(vocabulary);
    this.patterns = vocabulary.preTokenizer().patterns();
  }

  /**
   * Returns the tokens of {@code text}. A surrogate without its partner counts as U+FFFD.
   *
   * @param addSpecial whether BOS and EOS are added where the vocabulary asks for them
   * @param parseSpecial whether text that spells a control or unknown token is that token
   */
  public int[] encode(String text, boolean addSpecial, boolean parseSpecial) {
    SpecialIds special = vocabulary.special();
    IntList tokens = new IntList();
    if (addSpecial && special.addBos()) {
      tokens.add(special.bos().getAsInt());
    }
    WordEncoder words = new WordEncoder(vocabulary);
    specialTokens.cut(
        text,
        parseSpecial,
        new SpecialTokens.Sink() {
          @Override
          public void text(int from, int to) {
            encode(text.substring(from, to), words, tokens);
          }

          @Override
          public void token(int token) {
            tokens.add(token);
          }
        });
    if (addSpecial && special.addEos()) {
      tokens.add(special.eos().getAsInt());
    }
    return tokens.toArray();
  }

  private void encode(String text, WordEncoder words, IntList tokens) {
    int[] codePoints =
        text.codePoints()
            .map(c -> Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
            .toArray();
    int[] seen = new int[codePoints.length];
    Arrays.setAll(seen, i -> CodePointClass.asPatternsSee(codePoints[i]));
    IntList ends = new IntList();
    ends.add(codePoints.length);
    for (SplitPattern pattern : patterns) {
      ends = pattern.split(seen, ends);
    }
    int start = 0;
    for (int i = 0; i < ends.size(); i++) {
      words.encode(codePoints, start, ends.get(i), tokens);
      start = ends.get(i);
    }
  }
}
