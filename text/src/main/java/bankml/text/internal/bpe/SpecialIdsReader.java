// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import bankml.gguf.Metadata;
import bankml.gguf.MetadataValue;
import bankml.gguf.Refusal;
import bankml.gguf.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Finds the tokens with a part of their own: by the header's keys, and then by their names, since
 * headers are often incomplete. Corrects the kinds of tokens on the way. The lists of names and the
 * order of steps are those of {@code llama_vocab::impl::load} ({@code src/llama-vocab.cpp}).
 */
final class SpecialIdsReader {
  private static final String KEYS = "tokenizer.ggml.";
  private static final int DEFAULT_GPT2_ID = 11;

  /** Tokens that end an answer wherever a vocabulary has them; they are control tokens then. */
  private static final List<String> ENDS =
      List.of(
          "<|eot_id|>",
          "<|im_end|>",
          "<|end|>",
          "<|return|>",
          "<|call|>",
          "<|flush|>",
          "<|calls|>",
          "<end_of_turn>",
          "<|endoftext|>",
          "</s>",
          "<|eom_id|>",
          "<EOT>",
          "_<EOT>",
          "[EOT]",
          "[EOS]",
          "<|end_of_text|>",
          "<end_of_utterance>",
          "<eos>",
          "<turn|>",
          "<|tool_response>",
          "<｜end▁of▁sentence｜>",
          "[e~[");

  /** Tokens of the Harmony format, which answers show. */
  private static final List<String> SHOWN =
      List.of("<|channel|>", "<|message|>", "<|start|>", "<|constrain|>");

  /**
   * A part in filling a gap in code.
   *
   * @param keys the header's keys for it; a later one wins
   * @param names how its token is called where no key names it; it is a control token then
   * @param ends whether it ends an answer
   */
  private record Part(List<String> keys, List<String> names, boolean ends) {}

  private static final List<Part> PARTS =
      List.of(
          new Part(
              List.of("fim_pre_token_id", "prefix_token_id"),
              List.of(
                  "<|fim_prefix|>",
                  "<fim-prefix>",
                  "<fim_prefix>",
                  "<｜fim▁begin｜>",
                  "<PRE>",
                  "▁<PRE>",
                  "<|code_prefix|>",
                  "<|prefix|>"),
              false),
          new Part(
              List.of("fim_suf_token_id", "suffix_token_id"),
              List.of(
                  "<|fim_suffix|>",
                  "<fim-suffix>",
                  "<fim_suffix>",
                  "<｜fim▁hole｜>",
                  "<SUF>",
                  "▁<SUF>",
                  "<|code_suffix|>",
                  "<|suffix|>"),
              false),
          new Part(
              List.of("fim_mid_token_id", "middle_token_id"),
              List.of(
                  "<|fim_middle|>",
                  "<fim-middle>",
                  "<fim_middle>",
                  "<｜fim▁end｜>",
                  "<MID>",
                  "▁<MID>",
                  "<|code_middle|>",
                  "<|middle|>"),
              false),
          new Part(
              List.of("fim_pad_token_id"),
              List.of("<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"),
              true),
          new Part(
              List.of("fim_rep_token_id"),
              List.of("<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>"),
              true),
          new Part(List.of("fim_sep_token_id"), List.of("<|file_sep|>"), true));

  private final Metadata metadata;
  private final TokenTable table;
  private final TokenKinds kinds;
  private final PreTokenizer preTokenizer;
  private final BitSet ends = new BitSet();

  SpecialIdsReader(
      Metadata metadata, TokenTable table, TokenKinds kinds, PreTokenizer preTokenizer) {
    this.metadata = metadata;
    this.table = table;
    this.kinds = kinds;
    this.preTokenizer = preTokenizer;
  }

  /**
   * Finds them.
   *
   * @param gpt2 whether the vocabulary has the default ids of {@code tokenizer.ggml.model = gpt2}
   */
  SpecialIds read(boolean gpt2) {
    OptionalInt fallback =
        gpt2 && DEFAULT_GPT2_ID < kinds.size()
            ? OptionalInt.of(DEFAULT_GPT2_ID)
            : OptionalInt.empty();
    OptionalInt bos =
        id(
            "bos_token_id",
            preTokenizer.has(PreTokenizer.Trait.NO_BOS) ? OptionalInt.empty() : fallback);
    OptionalInt eos = id("eos_token_id", fallback);
    boolean addBos =
        metadata
                .findBool(KEYS + "add_bos_token")
                .orElse(preTokenizer.has(PreTokenizer.Trait.ADDS_BOS))
            || preTokenizer.has(PreTokenizer.Trait.ALWAYS_ADDS_BOS);
    boolean addEos = metadata.findBool(KEYS + "add_eos_token").orElse(false);
    if ((addBos && bos.isEmpty()) || (addEos && eos.isEmpty())) {
      throw Refusal.refused("the header asks for a BOS or EOS token and names none");
    }
    PARTS.forEach(this::play);
    ENDS.forEach(name -> find(name).ifPresent(this::endsAnswer));
    SHOWN.forEach(name -> find(name).ifPresent(t -> kinds.set(t, TokenKind.USER_DEFINED)));
    Stream.of(eos, id("eot_token_id", OptionalInt.empty()), id("eom_token_id", OptionalInt.empty()))
        .forEach(id -> id.ifPresent(ends::set));
    takeBackEnds();
    setStripping();
    return new SpecialIds(bos, eos, addBos, addEos, ends);
  }

  /** Returns the id that a key names, or {@code otherwise} where it names no token. */
  private OptionalInt id(String key, OptionalInt otherwise) {
    return switch (metadata.find(KEYS + key).orElse(null)) {
      case null -> otherwise;
      case MetadataValue.Whole(ValueType type, long id) when type == ValueType.U32 ->
          id < kinds.size() ? OptionalInt.of((int) id) : otherwise;
      default -> throw Refusal.refused("key '" + KEYS + key + "' is not an u32");
    };
  }

  private OptionalInt find(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int token = table.find(bytes, 0, bytes.length);
    return token == TokenTable.ABSENT ? OptionalInt.empty() : OptionalInt.of(token);
  }

  private void endsAnswer(int token) {
    ends.set(token);
    kinds.add(token, TokenKind.CONTROL);
  }

  private void play(Part part) {
    OptionalInt id = OptionalInt.empty();
    for (String key : part.keys) {
      id = id(key, id);
    }
    if (id.isEmpty()) {
      id = named(part);
      id.ifPresent(token -> kinds.add(token, TokenKind.CONTROL));
    }
    if (part.ends) {
      id.ifPresent(ends::set);
    }
  }

  /**
   * Returns the token that is called as the part is. Where there are several, the reference takes
   * the one that its hash table lists first, so a vocabulary for which that matters is refused.
   */
  private OptionalInt named(Part part) {
    List<Integer> found = new ArrayList<>();
    part.names.forEach(name -> find(name).ifPresent(found::add));
    boolean allControl = found.stream().allMatch(t -> kinds.is(t, TokenKind.CONTROL));
    if (found.size() > 1 && (part.ends || !allControl)) {
      throw Refusal.refused(
          "tokens "
              + found
              + " are all called as "
              + part.keys.getFirst()
              + " is, which is not set");
    }
    return found.isEmpty() ? OptionalInt.empty() : OptionalInt.of(found.getFirst());
  }

  /** Takes back ends that are none in two families: Harmony's and Solar's, and Gemma 4's. */
  private void takeBackEnds() {
    boolean call = ends("<|call|>") || ends("<|calls|>");
    if (call && (ends("<|return|>") || ends("<|flush|>"))) {
      takeBack("<|end|>", TokenKind.USER_DEFINED);
    }
    if (ends("<|tool_response>")) {
      takeBack("</s>", TokenKind.NORMAL);
    }
  }

  private boolean ends(String name) {
    OptionalInt token = find(name);
    return token.isPresent() && ends.get(token.getAsInt());
  }

  private void takeBack(String name, TokenKind kind) {
    if (ends(name)) {
      int token = find(name).orElseThrow();
      ends.clear(token);
      kinds.set(token, kind);
    }
  }

  /** Which tokens swallow white space is in no header: the reference tells by names. */
  private void setStripping() {
    String pre = metadata.findString(KEYS + "pre").orElse("");
    String architecture = metadata.findString("general.architecture").orElse("");
    String name = metadata.findString("general.name").orElse("").toLowerCase(Locale.ROOT);
    if (containsAny(pre, "jina-v2-de", "jina-v2-es", "jina-v2-code")
        || containsAny(architecture, "nomic-bert-moe", "jina-bert-v3")) {
      find("<mask>").ifPresent(t -> kinds.add(t, TokenKind.STRIPS_LEFT));
    } else if (containsAny(name, "phi-3", "phi3")) {
      for (int token = 0; token < kinds.size(); token++) {
        if (kinds.isSpecial(token)) {
          kinds.add(token, TokenKind.STRIPS_RIGHT);
        }
      }
      kinds.add(require("</s>"), TokenKind.STRIPS_RIGHT);
      for (String plain : List.of("<unk>", "<s>", "<|endoftext|>")) {
        kinds.remove(require(plain), TokenKind.STRIPS_RIGHT);
      }
    } else if (name.contains("modern-bert")) {
      find("[MASK]").ifPresent(t -> kinds.add(t, TokenKind.STRIPS_LEFT));
    }
  }

  private int require(String name) {
    return find(name)
        .orElseThrow(() -> Refusal.refused("a vocabulary of Phi-3 without the token " + name));
  }

  private static boolean containsAny(String text, String... parts) {
    return Stream.of(parts).anyMatch(text::contains);
  }
}
