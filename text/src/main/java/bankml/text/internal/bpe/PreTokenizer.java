// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import bankml.gguf.Refusal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How one family of vocabularies cuts text into words before merging: its regular expressions, each
 * applied to the pieces that the one before left. The table is the reference's ({@code
 * src/llama-vocab.cpp}, {@code llm_tokenizer_bpe} and {@code llama_vocab::impl::load}); what it
 * does by hand in {@code src/unicode.cpp} gives the cuts of the expressions shown here.
 *
 * @param names the values of {@code tokenizer.ggml.pre} that mean this one
 * @param regexes in the language of {@link PatternParser}
 * @param traits what else differs
 */
record PreTokenizer(Set<String> names, List<String> regexes, Set<Trait> traits) {
  /** How vocabularies differ beyond their expressions. */
  enum Trait {
    /** A word that is a token is that token, whatever the merges would make of it. */
    IGNORES_MERGES,
    /** A text begins with the BOS token unless the header says otherwise. */
    ADDS_BOS,
    /** A text begins with the BOS token whatever the header says. */
    ALWAYS_ADDS_BOS,
    /** There is no BOS token unless the header names one. */
    NO_BOS,
    /** Tokens are {@link Spelling#RAW_UTF8}, and a run of line feeds that is a token is it. */
    RAW
  }

  private static final String GPT2_WORDS =
      "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)";
  private static final String CONTRACTIONS =
      "'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]|";
  private static final String LETTERS = "[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|";
  private static final String SIGNS = " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|";
  private static final String SPACES = "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  private static final String LINES = "[^\\n]+|[\\n]+";
  private static final String CJK_AND_HANGUL = "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+";

  /** Letters of the scripts that have case, as DeepSeek's first tokenizer lists them. */
  private static final String CASED_LETTERS =
      "A-Za-z\u00b5\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u01ba\u01bc-\u01bf\u01c4-\u0293"
          + "\u0295-\u02af\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a"
          + "\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556"
          + "\u10a0-\u10c5\u13a0-\u13f5\u13f8-\u13fd\u1c90-\u1cba\u1cbd-\u1cbf\u1d00-\u1d2b"
          + "\u1d6b-\u1d77\u1d79-\u1d9a\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45\u1f48-\u1f4d"
          + "\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fbc\u1fbe"
          + "\u1fc2-\u1fc4\u1fc6-\u1fcc\u1fd0-\u1fd3\u1fd6-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ff4"
          + "\u1ff6-\u1ffc\u2102\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128"
          + "\u212a-\u212d\u212f-\u2134\u2139\u213c-\u213f\u2145-\u2149\u214e\u2183\u2184"
          + "\u2c00-\u2c7b\u2c7e-\u2ce4\u2ceb-\u2cee\u2cf2\u2cf3\ua640-\ua66d\ua680-\ua69b"
          + "\ua722-\ua76f\ua771-\ua787\ua78b-\ua78e\uab70-\uabbf\ufb00-\ufb06\ufb13-\ufb17"
          + "\uff21-\uff3a\uff41-\uff5a\ud801\udc00-\ud801\udc4f\ud801\udcb0-\ud801\udcd3"
          + "\ud801\udcd8-\ud801\udcfb\ud803\udc80-\ud803\udcb2\ud803\udcc0-\ud803\udcf2"
          + "\ud806\udca0-\ud806\udcdf\ud83a\udd00-\ud83a\udd43";

  private static final List<PreTokenizer> ALL =
      List.of(
          of("default").by("[\\p{P}\\$\\+<=>\\^~\\|]+", GPT2_WORDS, "\\p{N}+", "[0-9][0-9][0-9]"),
          of("gpt-2 phi-2 jina-es jina-de gigachat jina-v1-en jina-v2-es jina-v2-de jina-v2-code")
              .or("a.x-4.0 mellum modern-bert roberta-bpe exaone4 mpt olmo jais trillion")
              .or("granite-docling")
              .by(GPT2_WORDS),
          of("starcoder refact command-r smollm codeshell exaone minerva-7b mellum2")
              .by("\\p{N}", GPT2_WORDS),
          of("falcon").by("[\\p{P}\\$\\+<=>\\^~\\|`]+", GPT2_WORDS, "[0-9][0-9][0-9]"),
          of("llama3 llama-v3 llama-bpe falcon3 falcon-h1 pixtral midm-2.0 lfm2 jina-v5-nano")
              .with(Trait.IGNORES_MERGES, Trait.ADDS_BOS)
              .by(CONTRACTIONS + LETTERS + "\\p{N}{1,3}|" + SIGNS + SPACES),
          of("dbrx smaug-bpe").by(CONTRACTIONS + LETTERS + "\\p{N}{1,3}|" + SIGNS + SPACES),
          of("glm4 chatglm-bpe")
              .with(Trait.NO_BOS)
              .by(CONTRACTIONS + LETTERS + "\\p{N}{1,3}|" + SIGNS + SPACES),
          of("qwen2 deepseek-r1-qwen kormo f2llmv2 megrez stablelm2 hunyuan solar-open grok-2")
              .by(CONTRACTIONS + LETTERS + "\\p{N}|" + SIGNS + SPACES),
          of("qwen35")
              .by(
                  CONTRACTIONS
                      + "[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}|"
                      + " ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|"
                      + SPACES),
          of("deepseek-llm")
              .by(
                  "[\\r\\n]",
                  "\\s?[" + CASED_LETTERS + "]+",
                  "\\s?[!-/:-~\uff01-\uff0f\uff1a-\uff5e\u2018-\u201f\u3000-\u3002]+",
                  "\\s+$",
                  CJK_AND_HANGUL,
                  "\\p{N}+"),
          of("deepseek-coder")
              .by("[\\r\\n]", "\\s?\\p{L}+", "\\s?\\p{P}+", CJK_AND_HANGUL, "\\p{N}"),
          of("gemma4 granite-embed-multi-311m").with(Trait.RAW, Trait.ALWAYS_ADDS_BOS).by(LINES));

  /** Returns the one that a header's {@code tokenizer.ggml.pre} names; refuses an unknown name. */
  static PreTokenizer named(String name) {
    return ALL.stream()
        .filter(p -> p.names.contains(name))
        .findFirst()
        .orElseThrow(() ->
            Refusal.refused(
                "tokenizer.ggml.pre is '"
                    + name
                    + "', a pre-tokenizer that is not supported; supported are "
                    + supportedNames().collect(Collectors.joining(", "))));
  }

  /** Returns every name that {@link #named} knows. */
  static Stream<String> supportedNames() {
    return ALL.stream().flatMap(p -> p.names.stream()).sorted();
  }

  /** Returns whether it has {@code trait}. */
  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** Returns how its vocabularies spell text. */
  Spelling spelling() {
    return has(Trait.RAW) ? Spelling.RAW_UTF8 : Spelling.BYTE_LEVEL;
  }

  /** Returns the expressions, ready to use. */
  List<SplitPattern> patterns() {
    return regexes.stream().map(PatternParser::parse).toList();
  }

  private static PreTokenizer of(String names) {
    return new PreTokenizer(Set.of(names.split(" ")), List.of(), Set.of());
  }

  private PreTokenizer or(String moreNames) {
    Set<String> all =
        Stream.concat(names.stream(), Stream.of(moreNames.split(" ")))
            .collect(Collectors.toUnmodifiableSet());
    return new PreTokenizer(all, regexes, traits);
  }

  private PreTokenizer with(Trait first, Trait... more) {
    return new PreTokenizer(names, regexes, EnumSet.of(first, more));
  }

  private PreTokenizer by(String... expressions) {
    return new PreTokenizer(names, List.of(expressions), traits);
  }
}
