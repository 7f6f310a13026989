// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import bankml.text.internal.jinja.JsonValues;
import bankml.text.internal.jinja.Program;
import bankml.text.internal.jinja.TemplateFault;
import bankml.text.internal.jinja.Usage;
import bankml.text.internal.jinja.Value;
import bankml.text.internal.jinja.Values;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a template can do, found out by rendering small conversations and watching which of their
 * values it looks at ({@code common/jinja/caps.cpp}, {@code caps_get}). Only what changes the
 * messages is kept.
 *
 * @param stringContent content may be a string
 * @param typedContent content may be a list of typed parts
 * @param systemRole system messages are read
 * @param objectArguments the arguments of tool calls are read as objects
 * @param toolCalls tool calls are read
 */
record Capabilities(
    boolean stringContent,
    boolean typedContent,
    boolean systemRole,
    boolean objectArguments,
    boolean toolCalls) {

  private static final String MARKER = "STRING_MARKER";

  private static final String STRING =
      """
      [{"role": "user", "content": "STRING_MARKER"}]
      """;

  private static final String TYPED =
      """
      [{"role": "user", "content": []}]
      """;

  private static final String SYSTEM =
      """
      [{"role": "system", "content": "System message"},
       {"role": "user", "content": "User message"}]
      """;

  private static final String TOOL_CALL =
      """
      [{"role": "user", "content": "User message"},
       {"role": "assistant", "content": "", "tool_calls": [
         {"id": "call00001", "type": "function",
          "function": {"name": "tool1", "arguments": {"arg": "value"}}}]},
       {"role": "tool", "content": "Tool response", "tool_call_id": "call00001"},
       {"role": "assistant", "content": "The tool response was 'tool response'"},
       {"role": "user", "content": "User message"}]
      """;

  private static final String STRING_TOOL_CALL =
      TOOL_CALL.replace("{\"arg\": \"value\"}", "\"{\\\"arg\\\": \\\"value\\\"}\"");

  private static final String TOOLS =
      """
      [{"name": "tool", "type": "function", "function": {
         "name": "tool1", "description": "Tool description",
         "parameters": {"type": "object",
           "properties": {"arg": {"type": "string", "description": "Arg description"}},
           "required": ["arg"]}}}]
      """;

  private static final JsonMapper JSON = new JsonMapper();
  private static final ZonedDateTime ANY_TIME = Instant.EPOCH.atZone(ZoneOffset.UTC);

  /** What came of one rendering. The messages are as the template left them. */
  private record Trial(boolean succeeded, String text, Value messages, Usage usage) {

    static Trial of(Program program, String messages, String tools) {
      Usage usage = Usage.watched();
      Program.Rendering rendering = program.watchedBy(usage, ANY_TIME);
      Value conversation = JsonValues.of(JSON.readTree(messages));
      rendering.set("messages", conversation);
      rendering.set("tools", JsonValues.of(JSON.readTree(tools)));
      rendering.set("bos_token", Values.of(""));
      rendering.set("eos_token", Values.of(""));
      rendering.set("add_generation_prompt", Values.of(true));
      try {
        return new Trial(true, rendering.run().text(), conversation, usage);
      } catch (TemplateFault e) {
        if (e.origin() == TemplateFault.Origin.BOUND) {
          throw e;
        }
        // A template may refuse a trial: that is an answer too.
        return new Trial(false, "", conversation, usage);
      }
    }

    Value content() {
      return Values.at(messages, 0, "content");
    }

    boolean contentHas(String operation) {
      return usage.has(content(), operation);
    }

    boolean readsToolCalls() {
      return usage.isUsed(Values.at(messages, 1, "tool_calls"));
    }

    boolean readsArguments() {
      Value calls = Values.at(messages, 1, "tool_calls");
      return usage.isUsed(calls)
          && usage.isUsed(Values.at(calls, 0, "function", "arguments", "arg"));
    }

    boolean contentIsList() {
      return contentHas("selectattr") || contentHas(Usage.ARRAY_ACCESS);
    }
  }

  static Capabilities of(Program program) {
    Trial string = Trial.of(program, STRING, "[]");
    boolean typedContent = string.contentIsList();
    boolean stringContent = string.succeeded() && (!typedContent || string.text().contains(MARKER));
    if (string.contentHas("test_is_string")) {
      Trial typed = Trial.of(program, TYPED, "[]");
      typedContent |= typed.contentIsList() && typed.succeeded();
    }
    Trial system = Trial.of(program, SYSTEM, "[]");
    boolean systemRole = system.usage().isUsed(system.content());
    Trial objects = Trial.of(program, TOOL_CALL, TOOLS);
    boolean objectArguments = objects.succeeded() && objects.readsArguments();
    Trial strings = objectArguments ? objects : Trial.of(program, STRING_TOOL_CALL, TOOLS);
    boolean toolCalls =
        (!objects.succeeded() || objects.readsToolCalls())
            && strings.succeeded()
            && strings.readsToolCalls();
    return new Capabilities(stringContent, typedContent, systemRole, objectArguments, toolCalls);
  }
}
