// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import bankml.gguf.Metadata;
import bankml.gguf.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads a vocabulary from a header's {@code tokenizer.ggml.*} keys, as the reference's {@code
 * llama_vocab::impl::load} ({@code src/llama-vocab.cpp}) does, and refuses what that refuses.
 */
public final class VocabularyReader {
  private static final String KEYS = "tokenizer.ggml.";

  /** What the values of {@code tokenizer.ggml.model} are that are not byte-pair vocabularies. */
  private static final Map<String, String> OTHER_KINDS =
      Map.of(
          "llama", "a SentencePiece (SPM) vocabulary",
          "bert", "a WordPiece (WPM) vocabulary",
          "t5", "a unigram (UGM) vocabulary",
          "rwkv", "an RWKV vocabulary",
          "plamo2", "a PLaMo-2 vocabulary",
          "hybriddna", "a byte-pair vocabulary with DNA k-mers",
          "whitespace", "a byte-pair vocabulary split at white space",
          "no_vocab", "no vocabulary",
          "none", "no vocabulary");

  private final Metadata metadata;
  private final String model;

  private VocabularyReader(Metadata metadata) {
    this.metadata = metadata;
    this.model = metadata.requireString(KEYS + "model");
  }

  /** Returns the vocabulary that {@code metadata} describes. */
  public static BpeVocabulary read(Metadata metadata) {
    return new VocabularyReader(metadata).read();
  }

  /** Returns every value of {@code tokenizer.ggml.pre} that is supported. */
  public static Stream<String> preTokenizers() {
    return PreTokenizer.supportedNames();
  }

  private BpeVocabulary read() {
    PreTokenizer preTokenizer = preTokenizer();
    HeaderStrings merges = HeaderStrings.of(metadata, KEYS + "merges");
    TokenTable table = tokens();
    TokenKinds kinds = kinds(table.count());
    SpecialIds special =
        new SpecialIdsReader(metadata, table, kinds, preTokenizer).read(model.equals("gpt2"));
    return new BpeVocabulary(table, merges(merges, table), kinds, special, preTokenizer);
  }

  private PreTokenizer preTokenizer() {
    if (model.equals("gemma4")) {
      return PreTokenizer.named("gemma4");
    }
    if (!model.equals("gpt2")) {
      String kind = OTHER_KINDS.getOrDefault(model, "of an unknown kind");
      throw Refusal.refused(
          KEYS + "model is '" + model + "', " + kind + "; gpt2 and gemma4 are supported");
    }
    String name = metadata.findString(KEYS + "pre").orElse("");
    return PreTokenizer.named(name.isEmpty() ? "default" : name);
  }

  private TokenTable tokens() {
    HeaderStrings strings = HeaderStrings.of(metadata, KEYS + "tokens");
    TokenTable table = new TokenTable(strings.count());
    for (int token = 0; token < strings.count(); token++) {
      strings.advance();
      int number =
          strings.start() < strings.end()
              ? table.intern(strings.bytes(), strings.start(), strings.end())
              : intern(table, "[EMPTY_" + token + "]");
      if (number != token) {
        throw Refusal.refused("tokens " + number + " and " + token + " are spelled alike");
      }
    }
    return table;
  }

  private static int intern(TokenTable table, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return table.intern(bytes, 0, bytes.length);
  }

  private TokenKinds kinds(int size) {
    TokenKinds kinds = new TokenKinds(size);
    int[] types = metadata.findInts(KEYS + "token_type").orElse(null);
    if (types != null && types.length < size) {
      throw Refusal.refused(
          KEYS + "token_type has " + types.length + " entries for " + size + " tokens");
    }
    for (int token = 0; token < size; token++) {
      switch (types == null ? 1 : types[token]) {
        case 1 -> kinds.add(token, TokenKind.NORMAL);
        case 2 -> kinds.add(token, TokenKind.UNKNOWN);
        case 3 -> kinds.add(token, TokenKind.CONTROL);
        case 4 -> kinds.add(token, TokenKind.USER_DEFINED);
        case 6 -> kinds.add(token, TokenKind.BYTE);
        default -> {} // Unused, or unknown to the reference too: of no kind.
      }
    }
    return kinds;
  }

  /** Reads merges, written as two spellings with a space between; their order is their rank. */
  private static MergeTable merges(HeaderStrings lines, TokenTable table) {
    MergeTable merges = new MergeTable(lines.count());
    byte[] joined = new byte[64];
    for (int rank = 0; rank < lines.count(); rank++) {
      lines.advance();
      int space = lines.start() + 1;
      while (space < lines.end() && lines.bytes()[space] != ' ') {
        space++;
      }
      if (space >= lines.end()) {
        continue;
      }
      int left = table.intern(lines.bytes(), lines.start(), space);
      int right = table.intern(lines.bytes(), space + 1, lines.end());
      int length = lines.end() - lines.start() - 1;
      if (length > joined.length) {
        joined = new byte[2 * length];
      }
      int leftLength = space - lines.start();
      System.arraycopy(lines.bytes(), lines.start(), joined, 0, leftLength);
      System.arraycopy(lines.bytes(), space + 1, joined, leftLength, length - leftLength);
      merges.add(left, right, rank, table.intern(joined, 0, length));
    }
    return merges;
  }
}
