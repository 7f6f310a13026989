// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.gguf.GgufHeader;
import bankml.gguf.Refusal;
import bankml.text.internal.chat.CompiledTemplate;
import bankml.text.internal.chat.CompiledTemplate.SpecialTokens;
import bankml.text.internal.chat.KnownErrors;
import bankml.text.internal.chat.Prompt;
import bankml.text.internal.chat.ThinkingTags;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A model's chat template: a Jinja program that turns messages into the prompt, byte for byte as
 * the reference does ({@code common/chat.cpp}, {@code common_chat_templates_init} and {@code
 * common_chat_templates_apply}). Compiled once, immutable, for any thread.
 */
public final class ChatTemplate {
  private static final String CHATML =
      """
      {%- for message in messages -%}
      {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' -}}
      {%- endfor -%}
      {%- if add_generation_prompt -%}
      {{- '<|im_start|>assistant\\n' -}}
      {%- endif -%}
      """;

  private final CompiledTemplate template;
  private final Optional<CompiledTemplate> toolTemplate;

  private ChatTemplate(CompiledTemplate template, Optional<CompiledTemplate> toolTemplate) {
    this.template = template;
    this.toolTemplate = toolTemplate;
  }

  /**
   * Compiles the template text {@code source}; {@code chatml} or nothing means plain ChatML.
   *
   * @param bos what the template sees as {@code bos_token}
   * @param eos what the template sees as {@code eos_token}
   * @throws Refusal when the text is no template that the reference could read
   */
  public static ChatTemplate of(String source, String bos, String eos) {
    SpecialTokens tokens = new SpecialTokens(bos, eos, false, false);
    return new ChatTemplate(
        CompiledTemplate.of(KnownErrors.repaired(orChatMl(source)), tokens), Optional.empty());
  }

  /**
   * Compiles the templates in a model's header: the default one, ChatML where there is none, and
   * the one for requests with tools, where there is one that can be read.
   *
   * @param tokenizer the model's, for the tokens that templates print
   * @throws Refusal when the default template cannot be read
   */
  public static ChatTemplate of(GgufHeader header, Tokenizer tokenizer) {
    Optional<String> plain = header.metadata().findString("tokenizer.chat_template");
    Optional<String> forTools = header.metadata().findString("tokenizer.chat_template.tool_use");
    SpecialTokens tokens = specialTokens(tokenizer);
    String source = plain.filter(text -> !isChatMl(text)).or(() -> forTools).orElse("");
    return new ChatTemplate(
        CompiledTemplate.of(KnownErrors.repaired(orChatMl(source)), tokens),
        forTools.flatMap(text -> compiledOrIgnored(text, tokens)));
  }

  /**
   * Returns the prompt of {@code request}.
   *
   * @throws Refusal with the template's own message when it raises one
   */
  public String render(ChatRequest request) {
    return prompt(request).text();
  }

  /**
   * Returns what the template adds to the prompt of {@code request} to begin an answer, whether the
   * request asks for it or not, and what the answer continues.
   *
   * @throws Refusal as {@link #render}
   */
  public String generationPrompt(ChatRequest request) {
    return prompt(request).generation();
  }

  /**
   * Returns what splits the answer to {@code request} into thinking and content.
   *
   * @param extracts whether thinking is told apart: false is {@code reasoning_format} none, true
   *     auto and deepseek, which the reference does not tell from one another
   * @throws Refusal where the reference reads the answer in a way that this version cannot: with
   *     tools or a schema, or of some families of templates
   */
  public AnswerSplitter splitter(ChatRequest request, boolean extracts) {
    if (!request.tools().isEmpty() || request.jsonSchema().isPresent()) {
      throw Refusal.refused("answers with tools or a JSON schema are not read in this version");
    }
    ThinkingTags tags = template.thinkingTags("tell thinking from content");
    if (tags.wrapsContent()) {
      throw Refusal.refused("answers between markers of their own are not read in this version");
    }
    Prompt prompt = prompt(request);
    String begun = prompt.generation().substring(prefixLength(prompt.turn(), tags));
    return new AnswerSplitter(tags, extracts, begun);
  }

  /**
   * How much of what begins an answer is no part of it ({@code common_chat_peg_builder::prefix}).
   */
  private static int prefixLength(String begun, ThinkingTags tags) {
    String start = tags.thinks() ? tags.start().strip() : "";
    int thinking = start.isEmpty() ? -1 : begun.indexOf(start);
    return thinking < 0 ? begun.length() : thinking;
  }

  private Prompt prompt(ChatRequest request) {
    boolean tools = !request.tools().isEmpty();
    return toolTemplate.filter(t -> tools).orElse(template).render(request);
  }

  private static boolean isChatMl(String source) {
    return source.isEmpty() || source.equals("chatml");
  }

  private static String orChatMl(String source) {
    return isChatMl(source) ? CHATML : source;
  }

  /** The reference goes on without a template for tools that it cannot read. */
  private static Optional<CompiledTemplate> compiledOrIgnored(String source, SpecialTokens tokens) {
    try {
      return Optional.of(CompiledTemplate.of(source, tokens));
    } catch (Refusal e) {
      return Optional.empty();
    }
  }

  private static SpecialTokens specialTokens(Tokenizer tokenizer) {
    int[] around = tokenizer.encode("", true, false);
    OptionalInt bos = tokenizer.bosToken();
    OptionalInt eos = tokenizer.eosToken();
    boolean bosAdded = bos.isPresent() && around.length > 0 && around[0] == bos.getAsInt();
    boolean eosAdded =
        eos.isPresent()
            && around.length > (bosAdded ? 1 : 0)
            && around[around.length - 1] == eos.getAsInt();
    return new SpecialTokens(piece(tokenizer, bos), piece(tokenizer, eos), bosAdded, eosAdded);
  }

  private static String piece(Tokenizer tokenizer, OptionalInt token) {
    return token.isPresent()
        ? new String(tokenizer.piece(token.getAsInt()), StandardCharsets.UTF_8)
        : "";
  }
}
