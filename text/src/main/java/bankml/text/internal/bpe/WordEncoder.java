// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.Arrays;

/**
 * Merges the characters of one word into tokens, as the reference's {@code
 * llm_tokenizer_bpe_session::tokenize} ({@code src/llama-vocab.cpp}) does: the merge of lowest rank
 * first, of equal ones the leftmost. A word of n characters takes n log n steps. One thread; its
 * buffers are reused from word to word.
 */
final class WordEncoder {
  private static final int NONE = -1;

  /** A symbol that has become part of its left neighbour. */
  private static final int MERGED = -2;

  private final BpeVocabulary vocabulary;
  private final Spelling spelling;
  private final boolean ignoresMerges;
  private final MergeQueue queue = new MergeQueue();

  /** The word as tokens spell it. */
  private byte[] word = new byte[64];

  private int length;

  /** By symbol: its number in the vocabulary's table, NONE if it has none, or MERGED. */
  private int[] symbols = new int[64];

  /** By symbol: where it begins in the word; it ends where the next one begins. */
  private int[] starts = new int[64];

  private int[] previous = new int[64];
  private int[] next = new int[64];
  private int count;

  WordEncoder(BpeVocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.spelling = vocabulary.preTokenizer().spelling();
    this.ignoresMerges = vocabulary.preTokenizer().has(PreTokenizer.Trait.IGNORES_MERGES);
  }

  /** Adds the tokens of the word {@code text[from .. to)} to {@code tokens}. */
  void encode(int[] text, int from, int to, IntList tokens) {
    spell(text, from, to);
    if (ignoresMerges || (spelling == Spelling.RAW_UTF8 && text[from] == '\n')) {
      int token = vocabulary.find(word, 0, length);
      if (token != NONE) {
        tokens.add(token);
        return;
      }
    }
    cutIntoCharacters();
    for (int i = 1; i < count; i++) {
      propose(i - 1, i);
    }
    merge();
    for (int i = 0; i != NONE; i = next[i]) {
      emit(i, tokens);
    }
  }

  private void spell(int[] text, int from, int to) {
    word = atLeast(word, Math.multiplyExact(to - from, Spelling.MOST_BYTES));
    length = 0;
    for (int i = from; i < to; i++) {
      length = spelling.spell(text[i], word, length);
    }
  }

  private void cutIntoCharacters() {
    count = 0;
    int at = 0;
    while (at < length) {
      int end = at + 1;
      while (end < length && (word[end] & 0xC0) == 0x80) {
        end++;
      }
      ensureRoom(count + 2);
      symbols[count] = vocabulary.findPiece(word, at, end);
      starts[count] = at;
      previous[count] = count - 1;
      next[count] = count + 1;
      count++;
      at = end;
    }
    starts[count] = length;
    next[count - 1] = NONE;
  }

  private void merge() {
    while (!queue.isEmpty()) {
      long entry = queue.poll();
      int left = MergeQueue.position(entry);
      int right = symbols[left] == MERGED ? NONE : next[left];
      int merge = find(left, right);
      if (merge == MergeTable.ABSENT || merges().rank(merge) != MergeQueue.rank(entry)) {
        continue; // The pair that was proposed is gone.
      }
      symbols[left] = merges().result(merge);
      symbols[right] = MERGED;
      next[left] = next[right];
      if (next[right] != NONE) {
        previous[next[right]] = left;
      }
      propose(previous[left], left);
      propose(left, next[left]);
    }
  }

  private void propose(int left, int right) {
    int merge = find(left, right);
    if (merge != MergeTable.ABSENT) {
      queue.add(merges().rank(merge), left);
    }
  }

  private int find(int left, int right) {
    if (left == NONE || right == NONE || symbols[left] < 0 || symbols[right] < 0) {
      return MergeTable.ABSENT;
    }
    return merges().find(symbols[left], symbols[right]);
  }

  private MergeTable merges() {
    return vocabulary.merges();
  }

  /** Adds the token of a symbol or, where the vocabulary has none, those of its bytes. */
  private void emit(int symbol, IntList tokens) {
    if (vocabulary.isToken(symbols[symbol])) {
      tokens.add(symbols[symbol]);
      return;
    }
    int end = next[symbol] == NONE ? length : starts[next[symbol]];
    for (int i = starts[symbol]; i < end; i++) {
      int token = vocabulary.tokenOfByte(word[i] & 0xFF);
      if (token != NONE) {
        tokens.add(token);
      }
    }
  }

  private void ensureRoom(int wanted) {
    if (wanted > symbols.length) {
      int larger = wanted * 2;
      symbols = Arrays.copyOf(symbols, larger);
      starts = Arrays.copyOf(starts, larger);
      previous = Arrays.copyOf(previous, larger);
      next = Arrays.copyOf(next, larger);
    }
  }

  private static byte[] atLeast(byte[] buffer, int size) {
    return buffer.length >= size ? buffer : new byte[Math.max(size, 2 * buffer.length)];
  }
}
