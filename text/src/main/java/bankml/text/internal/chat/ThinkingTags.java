// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.chat;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a template marks an assistant's thinking, found out by rendering small conversations with and
 * without it ({@code common/chat-diff-analyzer.cpp}, {@code analyze_reasoning}, {@code
 * analyze_content} and the workarounds).
 *
 * @param thinks whether the template knows thinking at all
 * @param start what stands before it, white space included; may be empty
 * @param end what stands after it, white space included; may be empty
 * @param wrapsContent whether the answer proper stands between markers too
 */
public record ThinkingTags(boolean thinks, String start, String end, boolean wrapsContent) {
  private static final String ANSWER = "A_ASST_MSG I can help END_A";
  private static final String THOUGHT = "REASON_PART I am thinking END_R";
  private static final String MARKER = "(?:<[^>]*>|\\[[^\\]]*\\])";
  private static final String SPACE = "[ \\t\\n\\x0B\\f\\r]*";
  private static final int ANCHOR = 64;

  private static final String USER = "{\"role\":\"user\",\"content\":\"U_USER_MSG Hello END_U\"}";
  private static final String PLAIN = assistant("\"" + ANSWER + "\"", "");
  private static final String THOUGHTFUL =
      assistant("\"" + ANSWER + "\"", ",\"reasoning_content\":\"" + THOUGHT + "\"");
  private static final String ONLY_THOUGHT =
      assistant("\"\"", ",\"reasoning_content\":\"" + THOUGHT + "\"");
  private static final String CALLING =
      assistant("\"\"", ",\"tool_calls\":" + call("test_func", "{\"arg1\":\"value1\"}"));
  private static final String THOUGHTFUL_CALLING =
      assistant(
          "null",
          ",\"reasoning_content\":\""
              + THOUGHT
              + "\",\"tool_calls\":"
              + call("FFF_FIRST_FUN_F", "{\"AA_ARG_FST_AA\":\"VVVV\",\"BB_ARG_SND_BB\":\"XXXX\"}"));

  private static final String TOOLS =
      "[" + tool("FFF_FIRST_FUN_F", "foo") + "," + tool("SSS_SECOND_FUN_S", "bar") + "]";

  /** Renders conversations in JSON as they are; nothing where the template refuses them. */
  @FunctionalInterface
  interface Renderer {
    /**
     * Returns the rendering of {@code messages}.
     *
     * @param tools JSON, or nothing
     * @param begins whether the rendering ends with the beginning of an answer
     */
    Optional<String> render(
        String messages, Optional<String> tools, boolean begins, boolean thinks);
  }

  /** The marks as they are found one after another. */
  private static final class Search {
    private final Renderer renderer;
    private boolean thinks;
    private String start = "";
    private String end = "";

    Search(Renderer renderer) {
      this.renderer = renderer;
    }

    private Optional<String> dialogue(String answer, Optional<String> tools) {
      return renderer.render("[" + USER + "," + answer + "]", tools, false, true);
    }

    /** {@code compare_reasoning_presence}. */
    void byRenderedThoughts() {
      Optional<String> without = dialogue(PLAIN, Optional.empty());
      Optional<String> with = dialogue(THOUGHTFUL, Optional.empty());
      if (without.isEmpty()
          || with.isEmpty()
          || !TemplateDiff.of(without.get(), with.get()).right().contains(THOUGHT)) {
        return;
      }
      Matcher wrapped = between(THOUGHT, with.get(), true);
      if (wrapped.find()) {
        found(wrapped.group(1), wrapped.group(2));
        return;
      }
      after(with.get()).filter(post -> !post.isEmpty()).ifPresent(post -> found("", post));
    }

    /** Returns the marker after the thought, where there is one: {@code parser_delimiter}. */
    private static Optional<String> after(String text) {
      Matcher matcher =
          Pattern.compile(Pattern.quote(THOUGHT) + SPACE + "(" + MARKER + SPACE + ")?")
              .matcher(text);
      return matcher.find()
          ? Optional.of(matcher.group(1) == null ? "" : matcher.group(1))
          : Optional.empty();
    }

    private void found(String start, String end) {
      this.thinks = true;
      this.start = start;
      this.end = end;
    }

    /** {@code compare_thinking_enabled}. */
    void bySwitchingThinking() {
      Optional<String> off = renderer.render("[" + USER + "]", Optional.empty(), true, false);
      Optional<String> on = renderer.render("[" + USER + "]", Optional.empty(), true, true);
      if (off.isEmpty() || on.isEmpty()) {
        return;
      }
      TemplateDiff diff = TemplateDiff.of(off.get(), on.get());
      String onlyOff = diff.left().strip();
      String onlyOn = diff.right().strip();
      if (onlyOff.isEmpty() && !diff.right().isEmpty()) {
        if (!onlyOn.isEmpty() && on.get().endsWith(onlyOn) && start.isEmpty()) {
          start = diff.right();
          thinks = true;
        }
      } else if (onlyOn.isEmpty() && !diff.left().isEmpty()) {
        if (!onlyOff.isEmpty() && off.get().endsWith(onlyOff) && end.isEmpty()) {
          closedWhenOff(off.get(), diff.left());
        }
      } else if (!onlyOff.isEmpty() && !onlyOn.isEmpty()) {
        byWhatIsAppended(off.get(), on.get());
      }
      if (!thinks && start.isEmpty() && !end.isEmpty()) {
        thinks = true;
      }
    }

    private void closedWhenOff(String off, String added) {
      List<TemplateDiff.Segment> segments = filled(off);
      int n = segments.size();
      if (n >= 2
          && segments.get(n - 1).text().equals(added.strip())
          && segments.get(n - 2).marker()) {
        start = segments.get(n - 2).text();
      }
      end = added;
      thinks = true;
    }

    /** One rendering may be the other with two markers more at its end. */
    private void byWhatIsAppended(String off, String on) {
      for (List<String> pair : List.of(List.of(on, off), List.of(off, on))) {
        String base = pair.get(0);
        String extended = pair.get(1);
        String anchor = base.substring(base.length() - Math.min(base.length(), ANCHOR));
        int at = extended.lastIndexOf(anchor);
        if (at < 0 || at + anchor.length() >= extended.length()) {
          continue;
        }
        List<TemplateDiff.Segment> extra = filled(extended.substring(at + anchor.length()).strip());
        if (extra.size() == 2 && extra.get(0).marker() && extra.get(1).marker()) {
          start = start.isEmpty() ? extra.get(0).text() : start;
          end = end.isEmpty() ? extra.get(1).text() : end;
          thinks = true;
          return;
        }
      }
    }

    private static List<TemplateDiff.Segment> filled(String text) {
      return TemplateDiff.segments(text).stream().filter(s -> !s.text().isBlank()).toList();
    }

    /** {@code compare_reasoning_scope}: some templates show thoughts before tool calls alone. */
    void byToolCalls() {
      Optional<String> plain = dialogue(THOUGHTFUL, Optional.of(TOOLS));
      Optional<String> calling = dialogue(THOUGHTFUL_CALLING, Optional.of(TOOLS));
      if (plain.isEmpty()
          || calling.isEmpty()
          || plain.get().contains(THOUGHT)
          || !calling.get().contains(THOUGHT)) {
        return;
      }
      thinks = true;
      Matcher wrapped = between(THOUGHT, calling.get(), false);
      if (wrapped.find()) {
        found(wrapped.group(1), wrapped.group(2));
      } else {
        end = after(calling.get()).orElse("");
      }
    }

    /** {@code analyze_content}. */
    boolean wrapsContent() {
      Optional<String> content = dialogue(PLAIN, Optional.of(TOOLS));
      Optional<String> calls = dialogue(CALLING, Optional.of(TOOLS));
      Optional<String> thought = dialogue(ONLY_THOUGHT, Optional.of(TOOLS));
      if (content.isEmpty() || calls.isEmpty() || thought.isEmpty()) {
        return false;
      }
      String beside = TemplateDiff.of(content.get(), calls.get()).left();
      String besideThought = TemplateDiff.of(content.get(), thought.get()).left();
      if (beside.strip().equals(ANSWER)) {
        boolean startsAtOnce =
            besideThought.isEmpty() || !Character.isWhitespace(besideThought.charAt(0));
        boolean followsThought =
            thinks
                && !end.isEmpty()
                && Pattern.compile(Pattern.quote(end) + SPACE + Pattern.quote(ANSWER))
                    .matcher(besideThought)
                    .find();
        if (startsAtOnce || followsThought) {
          return false;
        }
      }
      int at = end.isEmpty() ? -1 : besideThought.indexOf(end);
      String rest = at < 0 ? besideThought : besideThought.substring(at + end.length());
      String longer = rest.length() > beside.length() ? rest : beside;
      return between(ANSWER, longer, false).find();
    }

    /**
     * Finds {@code literal} between two markers; the first group is before it, the second after.
     */
    private static Matcher between(String literal, String text, boolean spaceIsAfter) {
      String gap = spaceIsAfter ? "(" + SPACE : SPACE + "(";
      String before = "(" + MARKER + SPACE + ")" + Pattern.quote(literal);
      return Pattern.compile(before + gap + MARKER + SPACE + ")").matcher(text);
    }
  }

  /** Finds the tags of the template {@code source}, rendered by {@code renderer}. */
  static ThinkingTags of(String source, boolean toolCalls, Renderer renderer) {
    Search search = new Search(renderer);
    search.byRenderedThoughts();
    search.bySwitchingThinking();
    if (toolCalls) {
      search.byToolCalls();
    }
    return corrected(
        source, new ThinkingTags(search.thinks, search.start, search.end, search.wrapsContent()));
  }

  /** The reference knows some published templates better than its trials tell. */
  private static ThinkingTags corrected(String source, ThinkingTags found) {
    boolean nemotron = source.contains("<SPECIAL_12>");
    if (source.contains("content.split('</think>')")
        && !source.contains("reasoning_content")
        && !nemotron
        && !found.thinks) {
      return new ThinkingTags(true, "<think>", "</think>", found.wrapsContent);
    }
    if (source.contains(
        "Write your thoughts between <think></think> and write your response between"
            + " <response></response>")) {
      return new ThinkingTags(true, "<think>", "</think>", false);
    }
    if (source.contains("<|CHATBOT_TOKEN|>") && source.contains("<|END_OF_TURN_TOKEN|>")) {
      return new ThinkingTags(found.thinks, found.start, found.end, true);
    }
    if (nemotron
        && source.contains("<SPECIAL_10>")
        && source.contains("<SPECIAL_11>")
        && source.contains("<TOOL_RESPONSE>")) {
      return new ThinkingTags(true, "<think>\n", "</think>", false);
    }
    if (source.contains("laguna_glm_thinking")) {
      return new ThinkingTags(
          found.thinks, found.start.strip(), found.end.strip(), found.wrapsContent);
    }
    return found;
  }

  private static String assistant(String content, String more) {
    return "{\"role\":\"assistant\",\"content\":" + content + more + "}";
  }

  private static String call(String name, String arguments) {
    return "[{\"id\":\"call00001\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":%s}}]"
        .formatted(name, arguments);
  }

  private static String tool(String name, String description) {
    return """
    {"type":"function","function":{"name":"%s","description":"Test function %s",\
    "parameters":{"type":"object","properties":{\
    "AA_ARG_FST_AA":{"type":"string","description":"First argument"},\
    "BB_ARG_SND_BB":{"type":"string","description":"Second argument"}},"required":[]}}}\
    """
        .formatted(name, description);
  }
}
