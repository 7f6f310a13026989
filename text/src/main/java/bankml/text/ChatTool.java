// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import bankml.text.internal.chat.MessageJson;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A function that the model may call.
 *
 * @param name the function's name
 * @param description what it does, or empty
 * @param parameters the JSON schema of its arguments, key order kept
 */
public record ChatTool(String name, String description, JsonNode parameters) {

  /**
   * Reads the {@code tools} of an OpenAI chat request ({@code common/chat.cpp}, {@code
   * common_chat_tools_parse_oaicompat}); {@code null} in JSON means none.
   *
   * @throws bankml.gguf.Refusal naming what is wrong
   */
  public static List<ChatTool> parse(JsonNode tools) {
    return MessageJson.parseTools(tools);
  }
}
