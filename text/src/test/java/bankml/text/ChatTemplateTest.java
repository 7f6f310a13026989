// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a template refuses, and says; and that no template hangs or fills the memory. */
class ChatTemplateTest {
  private static final JsonMapper JSON = new JsonMapper();

  private static ChatRequest request(String messages) {
    return ChatRequest.of(ChatMessage.parse(JSON.readTree(messages)));
  }

  private static String render(String template, String messages) {
    return ChatTemplate.of(template, "<s>", "</s>").render(request(messages));
  }

  @Test
  void chatMlIsTheTemplateOfModelsWithoutOne() {
    String messages = "[{\"role\":\"user\",\"content\":\"Hi\"}]";
    assertThat(render("", messages))
        .isEqualTo("<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n");
    ChatTemplate template = ChatTemplate.of("chatml", "", "");
    assertThat(template.generationPrompt(request(messages).withGenerationPrompt(false)))
        .isEqualTo("<|im_start|>assistant\n");
  }

  @Test
  void whatATemplateRaisesIsToldWithTheMessageItWasAt() {
    String template =
        """
        {%- for m in messages %}
        {%- if m.role == 'system' and not loop.first %}
        {{- raise_exception('System message must be at the beginning ✋') }}
        {%- endif %}
        {{- m.content }}
        {%- endfor %}
        """;
    String messages =
        """
        [{"role":"user","content":"a"},{"role":"system","content":"b"},
         {"role":"user","content":"c"}]
        """;
    assertThatThrownBy(() -> render(template, messages))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("System message must be at the beginning ✋")
        .hasMessageContaining("messages[1]")
        .hasMessageContaining("line 3");
  }

  @Test
  void messagesAreCountedInAPartOfThemToo() {
    String template =
        "{% for m in messages[1:] %}{% if m.content == 'x' %}{{ raise_exception('no x') }}"
            + "{% endif %}{% endfor %}";
    String messages =
        "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"b\"},"
            + "{\"role\":\"user\",\"content\":\"x\"}]";
    assertThatThrownBy(() -> render(template, messages)).hasMessageContaining("messages[2]");
  }

  @Test
  void toolCallsWithoutContentAreOneWhateverTheirForm() {
    String template =
        "{% for m in messages %}{{ m.role }}:{{ m.content }}:{% for c in m.tool_calls or [] %}"
            + "{{ c.function.arguments|tojson }}{% endfor %};{% endfor %}";
    String start = "[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",";
    String end = "},{\"role\":\"tool\",\"tool_call_id\":\"1\",\"content\":\"5\"}]";
    String call =
        "\"tool_calls\":[{\"id\":\"1\",\"type\":\"function\",\"function\":{\"name\":\"add\","
            + "\"arguments\":%s}}]";
    String asText = call.formatted("\"{\\\"a\\\":2}\"");
    String asObject = call.formatted("{\"a\":2}");
    assertThat(
            List.of(
                render(template, start + "\"content\":null," + asText + end),
                render(template, start + asText + end),
                render(template, start + "\"content\":\"\"," + asText + end),
                render(template, start + "\"content\":null," + asObject + end)))
        .containsOnly("user:q:;assistant::{\"a\": 2};tool:5:;");
    assertThat(render(template, start + "\"content\":\"\",\"tool_calls\":[]" + end))
        .isEqualTo("user:q:;assistant::;tool:5:;");
  }

  @Test
  void theTimeIsTheRequests() {
    ChatRequest request =
        request("[{\"role\":\"user\",\"content\":\"a\"}]")
            .withNow(Instant.parse("2026-02-03T14:05:06Z").atZone(ZoneOffset.UTC));
    String template =
        "{{ strftime_now('%d %b %Y, %-d/%-m %A %H:%M:%S %p %j %y %% %e|%U %V %Z%z') }} {{ date_string }} {{ datetime }}";
    assertThat(ChatTemplate.of(template, "", "").render(request))
        .isEqualTo(
            "03 Feb 2026, 3/2 Tuesday 14:05:06 PM 034 26 %  3|05 06 UTC+0000 03 Feb 2026 Feb 03 2026");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[1]",
        "[{\"content\":\"x\"}]",
        "[{\"role\":\"user\"}]",
        "[{\"role\":1,\"content\":\"x\"}]",
        "[{\"role\":\"user\",\"content\":5}]",
        "[{\"role\":\"user\",\"content\":[{\"text\":\"x\"}]}]",
        "[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":\"x\"}]}]",
        "[{\"role\":\"user\",\"content\":\"x\",\"reasoning_content\":null}]",
        "[{\"role\":\"assistant\",\"tool_calls\":[{\"type\":\"function\"}]}]",
        "[{\"role\":\"assistant\",\"tool_calls\":[{\"type\":\"code\",\"function\":{}}]}]"
      })
  void wrongMessagesAreRefusedByName(String messages) {
    JsonNode json = JSON.readTree(messages);
    assertThatThrownBy(() -> ChatMessage.parse(json))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("messages");
  }

  @Test
  void halfACharacterIsRefused() {
    assertThatThrownBy(() ->
            render("{{ messages[0].content[:1] }}", "[{\"role\":\"user\",\"content\":\"é\"}]"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("UTF-8");
    assertThatThrownBy(() -> ChatTemplate.of("{{ '\uD800' }}", "", "")).isInstanceOf(Refusal.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{% for i in range(1000000000) %}{% endfor %}",
        "{% for i in range(100000) %}{% for j in range(100000) %}x{% endfor %}{% endfor %}",
        "{{ 'x' * 1000000000000 }}",
        "{{ ('x' * 1000000)|indent(1000000000) }}",
        "{{ ['x']|tojson(indent=2000000000) }}",
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
        "{% macro f() %}{{ f() }}{{ f() }}{% endmacro %}{{ f() }}",
        "{% set ns = namespace(s='x') %}{% for i in range(60) %}{% set ns.s = ns.s + ns.s %}"
            + "{% endfor %}{{ ns.s }}",
        "{% set ns = namespace(s='x') %}{% for i in range(60) %}{% set ns.s = ns.s.replace('x', 'xx') %}"
            + "{% endfor %}",
        "{% set ns = namespace(t=(1,)) %}{% for i in range(60) %}{% set ns.t = (ns.t, ns.t) %}"
            + "{% endfor %}{{ ns.t == ns.t }}",
        "{% set ns = namespace(t=[1]) %}{% for i in range(60) %}{% set ns.t = [ns.t, ns.t] %}"
            + "{% endfor %}{{ ns.t }}",
        "{% set ns = namespace(t=[1]) %}{% for i in range(60) %}{% set ns.t = [ns.t, ns.t] %}"
            + "{% endfor %}{{ ns.t|tojson }}",
        "{% set l = [1] %}{% set x = l.append(l) %}{{ l }}",
        "{% set l = [1] %}{% set x = l.append(l) %}{{ l|tojson }}",
        "{% set l = [1] %}{% set x = l.append(l) %}{{ l|string }}",
        "{% set a = 'a' * 1000000 %}{{ ('a' * 500000 + 'b') in a }}",
        "{% for i in range(1000000) %}{{ messages|tojson }}{% endfor %}",
        "{% for i in range(1000000) %}{{ messages|string }}{% endfor %}",
        "{% for i in range(1000000) %}{% set x = messages ~ '' %}{% endfor %}",
        "{% for i in range(1000000) %}{% set x = 'a b c d e f g h'.split(' ') %}{% endfor %}",
        "{% for i in range(1000000) %}{% set x = [1, 2, 3, 4, 5, 6]|join(', ') %}{% endfor %}",
        "{% set l = [] %}{% set a = 'a' * 100000 %}{% for i in range(100000) %}"
            + "{% set x = l.append(a) %}{% endfor %}{{ l|sort|length }}",
        "{% set l = range(100000) %}{% for i in range(100000) %}{% set x = l|sort %}{% endfor %}",
        "{% set l = range(100000) %}{% for i in range(100000) %}{% set x = l + l %}{% endfor %}"
      })
  void noTemplateRunsAwayWithTimeOrMemory(String template) {
    assertThatThrownBy(() -> render(template, "[{\"role\":\"user\",\"content\":\"Hi\"}]"))
        .isInstanceOf(Refusal.class);
  }

  /** What a template does at last, not what is tried when it is compiled. */
  @Test
  void noTemplateRunsAwayOnTheConversationItWaitedFor() {
    String template =
        "{% if messages[0].content == 'Hi' %}{% for i in range(9) %}{% for j in range(1000000) %}"
            + "{% set x = messages|tojson %}{% endfor %}{% endfor %}{% endif %}";
    ChatTemplate compiled = ChatTemplate.of(template, "<s>", "</s>");
    assertThat(compiled.render(request("[{\"role\":\"user\",\"content\":\"Ho\"}]"))).isEmpty();
    assertThatThrownBy(() -> compiled.render(request("[{\"role\":\"user\",\"content\":\"Hi\"}]")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("too much work");
  }

  @Test
  void nestingIsBounded() {
    int depth = 100_000;
    List<String> deep =
        List.of(
            "{{ " + "(".repeat(depth) + "1" + ")".repeat(depth) + " }}",
            "{{ " + "[".repeat(depth) + "]".repeat(depth) + " }}",
            "{{ " + "not ".repeat(depth) + "1 }}",
            "{{ " + "- ".repeat(depth) + "1 }}",
            "{% if true %}".repeat(depth) + "{% endif %}".repeat(depth),
            "{{ 1" + " + 1".repeat(depth) + " }}",
            "{{ a" + ".b".repeat(depth) + " }}",
            "{{ a" + "|string".repeat(depth) + " }}",
            "{% if a %}" + "{% elif b %}".repeat(depth) + "{% endif %}");
    for (String template : deep) {
      assertThatThrownBy(() -> render(template, "[{\"role\":\"user\",\"content\":\"Hi\"}]"))
          .as(template.substring(0, 20))
          .isInstanceOf(Refusal.class);
    }
  }
}
