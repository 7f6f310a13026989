// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The families of templates whose messages or prompts the reference treats in their own way,
 * recognised by what their source contains ({@code common/chat.cpp}, {@code
 * common_chat_try_specialized_template}; {@code common/parsers}). Families that differ only in how
 * answers are read are {@link #OWN_ANSWERS}.
 */
enum Dialect {
  /** No family: what an answer looks like is found out by trials. */
  PLAIN,
  /** Prompts are as the template makes them, but answers are read in the family's own way. */
  OWN_ANSWERS,
  MINISTRAL {
    @Override
    ArrayNode adjust(ArrayNode messages) {
      messages.forEach(message -> Dialect.thinkingAsPart((ObjectNode) message));
      return messages;
    }
  },
  GPT_OSS {
    @Override
    ArrayNode adjust(ArrayNode messages) {
      for (JsonNode message : messages) {
        boolean thinks = copyThinking((ObjectNode) message);
        if (thinks && Conversation.hasToolCalls(message)) {
          ((ObjectNode) message).remove("content");
        }
      }
      return messages;
    }

    @Override
    Prompt finish(Prompt prompt, boolean begins) {
      int last = begins ? -1 : prompt.text().lastIndexOf("<|return|>");
      return last < 0
          ? prompt
          : new Prompt(
              prompt.text().substring(0, last)
                  + "<|end|>"
                  + prompt.text().substring(last + "<|return|>".length()),
              prompt.generation());
    }
  },
  MUSE {
    @Override
    Prompt finish(Prompt prompt, boolean begins) {
      return new Prompt(prompt.text(), "<|start|>assistant");
    }
  },
  LFM2 {
    @Override
    ArrayNode adjust(ArrayNode messages) {
      messages.forEach(message -> copyThinking((ObjectNode) message));
      return messages;
    }
  },
  DEEPSEEK_V4 {
    @Override
    ArrayNode adjust(ArrayNode messages) {
      return ToolResultOrder.sorted(messages);
    }
  },
  GEMMA4 {
    @Override
    Prompt finish(Prompt prompt, boolean begins) {
      return gemmaTurn(prompt, begins);
    }
  },
  /** Before the template learned of messages with tool results. */
  OLD_GEMMA4 {
    @Override
    ArrayNode adjust(ArrayNode messages) {
      return GemmaTurns.of(messages);
    }

    @Override
    Prompt finish(Prompt prompt, boolean begins) {
      return gemmaTurn(prompt, begins);
    }
  };

  /** A family's marks: all of {@code with} and none of {@code without}. The first rule wins. */
  private record Rule(Dialect dialect, List<String> with, List<String> without) {
    boolean fits(String source) {
      return with.stream().allMatch(source::contains)
          && without.stream().noneMatch(source::contains);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              MINISTRAL,
              List.of("[SYSTEM_PROMPT]", "[TOOL_CALLS]", "[ARGS]"),
              List.of("[CALL_ID]")),
          new Rule(GPT_OSS, List.of("<|channel|>"), List.of()),
          new Rule(MUSE, List.of("<atem:function_calls>", "<|eom|>"), List.of()),
          ownAnswers(">>>all", ">>>${recipient}"),
          ownAnswers("<|tool_calls_section_begin|>", "<|tool_call_begin|>"),
          ownAnswers("<|open|>", "<|close|>", "<|end_of_msg|>"),
          ownAnswers("<role>ASSISTANT</role>", "<arg_key>"),
          ownAnswers("<|START_TEXT|>", "<|START_ACTION|>"),
          new Rule(LFM2, List.of("<|tool_list_start|>", "<|tool_list_end|>"), List.of()),
          new Rule(LFM2, List.of("List of tools: ["), List.of("<|tool_list_start|>")),
          new Rule(
              OWN_ANSWERS,
              List.of("<|role_sep|>", "<|message_sep|>"),
              List.of("<|function_call|>")),
          ownAnswers("]<]minimax[>[", "<tool_call>", "<invoke name="),
          ownAnswers("dsml_token", "DSML", "function_calls"),
          new Rule(DEEPSEEK_V4, List.of("dsml_token", "DSML", "tool_calls"), List.of()),
          new Rule(
              GEMMA4, List.of("'<|tool_call>call:'", "{#- OpenAI Chat Completions:"), List.of()),
          new Rule(OLD_GEMMA4, List.of("'<|tool_call>call:'"), List.of()),
          ownAnswers("Tool usage guidelines:", "<function name=\"", "<param name=\""),
          new Rule(
              OWN_ANSWERS,
              List.of("<tool_call>", "<function=", "<parameter="),
              List.of("'<tool_call><function=' ~ tool_call.name ~ '>'")));

  private static Rule ownAnswers(String... with) {
    return new Rule(OWN_ANSWERS, Arrays.asList(with), List.of());
  }

  /** Returns the family of a template. */
  static Dialect of(String source) {
    return RULES.stream()
        .filter(rule -> rule.fits(source))
        .findFirst()
        .map(Rule::dialect)
        .orElse(PLAIN);
  }

  /** Returns {@code messages}, which it may change, as this family's template wants them. */
  ArrayNode adjust(ArrayNode messages) {
    return messages;
  }

  /**
   * Returns the prompt after the family's last touch.
   *
   * @param begins whether the request asked for the beginning of an answer
   */
  Prompt finish(Prompt prompt, boolean begins) {
    return prompt;
  }

  /** Begins the model's turn where the template leaves that out. */
  private static Prompt gemmaTurn(Prompt prompt, boolean begins) {
    String turn = "<|turn>model\n";
    return begins && prompt.text().endsWith("<turn|>\n")
        ? new Prompt(prompt.text() + turn, turn)
        : prompt;
  }

  private static boolean copyThinking(ObjectNode message) {
    JsonNode reasoning = message.path("reasoning_content");
    if (reasoning.isString()) {
      message.set("thinking", reasoning);
    }
    return reasoning.isString();
  }

  /** Puts an assistant's or system message's reasoning in front of its content's parts. */
  private static void thinkingAsPart(ObjectNode message) {
    String role = Conversation.role(message);
    if (!role.equals("system") && !role.equals("assistant")) {
      return;
    }
    JsonNode reasoning = message.path("reasoning_content");
    JsonNode content = message.path("content");
    ArrayNode parts = message.putArray("content");
    if (reasoning.isString()) {
      parts.addObject().put("type", "thinking").set("thinking", reasoning);
    }
    if (content.isString()) {
      parts.addObject().put("type", "text").set("text", content);
    } else if (content instanceof ArrayNode typed) {
      parts.addAll(typed);
    }
    message.remove("reasoning_content");
  }
}
