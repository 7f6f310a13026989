// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

/**
 * Conditions that the reference takes out of two published templates before it reads them, because
 * they refuse conversations that are fine ({@code common/chat.cpp}, {@code
 * common_chat_templates_init}).
 */
public final class KnownErrors {
  private static final String NEVER = "{%- if false %}";

  private static final String CHANNEL_IN_CONTENT =
      "{%- if \"<|channel|>analysis<|message|>\" in message.content or "
          + "\"<|channel|>final<|message|>\" in message.content %}";

  private static final String EMPTY_ASSISTANT =
      "{%- if (message['content'] is none or message['content'] == '' or "
          + "message['content']|length == 0) and (message['tool_calls'] is not defined or "
          + "message['tool_calls'] is none or message['tool_calls']|length == 0) %}";

  private KnownErrors() {}

  /** Returns {@code source} without them. */
  public static String repaired(String source) {
    String repaired = source.replace(CHANNEL_IN_CONTENT, NEVER);
    return repaired.contains("[TOOL_CALLS]") ? repaired.replace(EMPTY_ASSISTANT, NEVER) : repaired;
  }
}
