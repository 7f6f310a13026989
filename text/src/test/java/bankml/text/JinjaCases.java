// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Small templates, a feature or quirk of the reference's engine each, and what they look at. */
final class JinjaCases {
  /** The variables that every template sees. */
  static final JsonNode VARIABLES =
      new JsonMapper()
          .readTree(
              """
              {"d": {"k": "v", "a": [1, 2], "items": 3}, "l": [3, 1, 2], "s": "Hello, World",
               "n": 7, "f": 1.5, "objs": [{"k": 2, "a": "x"}, {"k": 1}, {"a": null}],
               "nested": [[1, "a"], [2, "b"]], "big": 18446744073709551615, "acc": "",
               "ns": {"k": 0}, "lines": "a\\n\\nb\\n", "huge": 9007199254740993,
               "many": [{"k": 3, "i": 0}, {"k": 1, "i": 1}, {"k": 3, "i": 2}, {"k": 2, "i": 3},
                        {"k": 1, "i": 4}, {"k": 3, "i": 5}, {"k": 2, "i": 6}, {"k": 1, "i": 7},
                        {"k": 3, "i": 8}, {"k": 1, "i": 9}, {"k": 2, "i": 10}, {"k": 3, "i": 11},
                        {"k": 1, "i": 12}, {"k": 2, "i": 13}, {"k": 3, "i": 14}, {"k": 1, "i": 15},
                        {"k": 2, "i": 16}, {"k": 2, "i": 17}, {"k": 1, "i": 18}, {"k": 3, "i": 19},
                        {"k": 1, "i": 20}, {"k": 3, "i": 21}, {"k": 2, "i": 22}]}
              """);

  private static final List<String> WHITESPACE =
      List.of(
          "a\n{% if true %}\nb\n{% endif %}\nc\n",
          "a\n  {% if true %}  \n  b\n  {%- endif -%}  \n\n c",
          "  {% if true %}x{% endif %}",
          "A{% if true %}B{% endif %}",
          "A{{ 1 }}B",
          "A{# c #}\nB",
          "a {#- c -#} b",
          "a {# x #}\n\n  {# y #}\n b",
          "a\r\n{% if true %}\r\nb\rc{% endif %}\r\n",
          "x {{- 1 -}} y {{ 2 }} z",
          "{{ 'a' }}\n{{ 'b' }}\n",
          "{{ {'a': {'b': 1}}}}",
          "{{ {'a': 1}.a }}}}",
          "{%- set x = {'a': 1} -%}{{ x.a }}",
          "{{-1}}{{ -1 }}{{ 1 -1 }}{{ 1 - -1 }}{{ 2-1 }}",
          "{{ 'it\\'s \\\"q\\\" \\\\ \\n \\t' }}",
          "{{ \"a\" 'b' \"c\" }}",
          "a }} b %} c #} d",
          "{ { % } {a}",
          "{% generation %}x{% endgeneration %}y");

  private static final List<String> NUMBERS =
      List.of(
          "{{ 7 / 2 }} {{ 6 / 2 }} {{ 7 % 3 }} {{ -7 % 3 }} {{ 7.5 % 2 }} {{ 1 / 3 }}",
          "{{ 1.0 }} {{ 0.1 + 0.2 }} {{ 1000000.0 }} {{ 1234567.891 }} {{ 0.0000001 }}",
          "{{ 1.0|tojson }} {{ 123456789.5|tojson }} {{ 0.00001|tojson }} {{ 1e5 }}",
          "{{ 1.5|string }} {{ 100000.0|string }} {{ 1000000.0|string }} {{ 7|string }}",
          "{{ huge }} {{ huge + 1 }} {{ huge * 1.0 }} {{ big }} {{ 9223372036854775807 }}",
          "{{ 5 % 0 }} {{ 1 / 0 }} {{ -1 / 0 }} {{ 0 / 0 }} {{ (0.0 / 1)|tojson }}",
          "{{ '12'|int }} {{ ' -3x'|int }} {{ 'z'|int }} {{ 'z'|int(9) }} {{ '99999999999'|int }}",
          "{{ '0x1f'|int(base=16) }} {{ '0x1f'|int(base=0) }} {{ '077'|int(base=0) }}",
          "{{ 'zz'|int(base=36) }} {{ '1.5e3x'|float }} {{ 'inf'|float }} {{ '-nan'|float }}",
          "{{ '0x1p4'|float }} {{ '1e-320'|float(2) }} {{ '1e999'|float(3) }} {{ '.5'|float }}",
          "{{ 3.9|int }} {{ -3.9|int }} {{ true|int }} {{ 2|float }} {{ -2|abs }} {{ -2.5|abs }}",
          "{{ 1 == 1.0 }} {{ 1 == true }} {{ true == 1.0 }} {{ '1' == 1 }} {{ none == none }}",
          "{{ 1 is eq(1.0) }} {{ '1' is eq(1) }} {{ none is ne(1) }} {{ true is eq(1) }}");

  private static final List<String> TEXTS =
      List.of(
          "{{ 'hello WORLD'|title }} {{ 'hELLO'|capitalize }} {{ ('ab' ~ 'cd')|capitalize }}",
          "{{ ('ab' + 'cd' ~ 1)|title }} {{ 'É é'|upper }} {{ 'ÀB'|lower }}",
          "{{ 'é模'|length }} {{ s|length }} {{ s[0] }}{{ s[-1] }}{{ s[4:] }} {{ s[::-1] }}",
          "{{ '  x '|trim }}| {{ 'xxaxx'.strip('x') }} {{ 'abc'.lstrip('ba') }} {{ 'a  '.rstrip() }}|",
          "{{ 'a,b,,c'.split(',') }} {{ 'a b  c'.split() }} {{ 'a,b,c'.split(',', 1) }}",
          "{{ 'a,b,c'.rsplit(',', 1) }} {{ 'a--b--c'.rsplit('--') }} {{ ''.split(',') }}",
          "{{ 'banana'.replace('an', '_') }} {{ 'abc'.replace('', '-') }} {{ 'a'|replace('a', '') }}",
          "{{ lines|indent }}|{{ lines|indent(2, true) }}|{{ lines|indent(2, blank=true) }}",
          "{{ '\n\na'|indent('> ', first=true) }}|{{ ''|indent(first=true) }}|",
          "{{ '{} and {}'.format(1, 'x') }} {{ 'a{}b'.format('c')|capitalize }}",
          "{{ 'x' * 3 }}{{ 2 * 'y' }}{{ 'z' * -1 }} {{ 'a' in s }} {{ 'Hello' in s }}",
          "{{ 'abc'.startswith('ab') }} {{ 'abc'.endswith('bc') }} {{ 'abc'.upper().lower }}",
          "{{ 'é\"\\\\/\n<>&\\''|tojson }} {{ 'é🙂'|tojson(ensure_ascii=true) }}");

  private static final List<String> COLLECTIONS =
      List.of(
          "{{ d|tojson }} {{ d|tojson(indent=2) }} {{ d|tojson(indent=0) }}",
          "{{ d|tojson(separators=(',', ':')) }} {{ d|tojson(indent=1, separators=(' ;', '=')) }}",
          "{{ [] | tojson(indent=2) }} {{ {} | tojson(indent=2) }} {{ u|tojson }} {{ none|tojson }}",
          "{{ d }}|{{ d|string }}|{{ l }}|{{ l|string }}|{{ (1,)|string }}|{{ (1, 'a')|string }}",
          "{{ [u, none, true, 1.5, \"it's\"]|string }}|{{ u }}|{{ none }}|{{ [[1, 'a'], none] }}",
          "{{ d.items }}|{{ d['items'] }}|{{ d.a }}|{{ d.nothing }}|{{ d.k.upper() }}",
          "{{ d.items() }}|{{ d.keys() }}|{{ d.values() }}|{{ d.get('k') }}|{{ d.get('q', 5) }}",
          "{{ l|sort }} {{ l|sort(reverse=true) }} {{ ['b', 'A', 'a']|sort }} {{ l|reverse }}",
          "{{ many|sort(attribute='k')|map(attribute='i')|join(' ') }}",
          "{{ many|sort(attribute='k', reverse=true)|map(attribute='i')|join(' ') }}",
          "{{ {'b': 1, 'a': 2}|dictsort }} {{ {'b': 1, 'a': 2}|dictsort(by='value') }}",
          "{{ objs|selectattr('k')|list|length }} {{ objs|rejectattr('k')|list|length }}",
          "{{ many|selectattr('k', 'equalto', 2)|map(attribute='i')|join(',') }}",
          "{{ l|select('gt', 1)|list }} {{ l|reject('in', [1, 2])|list }}",
          "{{ objs|map(attribute='a', default='q')|list|tojson }} {{ nested|map(attribute=0)|list }}",
          "{{ [1, 'a', 2.5]|join }} {{ l|join(', ') }} {{ nested|join('-', attribute=1) }}",
          "{{ l|first }} {{ l|last }} {{ []|first }} {{ l|min }} {{ l|max }} {{ l|length }}",
          "{{ l[1:] }} {{ l[::-1] }} {{ l[:-1] }} {{ l[5:] }} {{ l[-2:] }} {{ l[2:0:-1] }}",
          "{% set x = [1] %}{{ x.append(2) }}{{ x.pop() }}{{ x.pop(0) }}{{ x|length }}",
          "{{ [1] == [1] }} {{ [[1]] == [[1]] }} {{ {'a': 1} == {'a': 1} }} {{ (1,) == [1] }}",
          "{{ 1 in [1, 2] }} {{ none in [none] }} {{ 'k' in d }} {{ 'x' not in d }} {{ 1 in u }}",
          "{{ {1: 'a', 1.0: 'b', true: 'c'}|tojson }} {{ {none: 1, (1, 2): 2}|tojson }}",
          "{{ [1] + [2, 3] }} {{ range(3) }} {{ range(5, 0, -2) }} {{ range(2, 4)|list }}");

  private static final List<String> STATEMENTS =
      List.of(
          "{% for x in l %}{{ loop.index }}/{{ loop.length }}{{ x }}{% if not loop.last %},{% endif %}{% endfor %}",
          "{% for x in l %}{{ loop.previtem }}<{{ x }}>{{ loop.nextitem }};{% endfor %}",
          "{% for x in l if x != 1 %}{{ loop.index0 }}{{ x }}{{ loop.revindex }}{% endfor %}",
          "{% for k, v in d.items() %}{{ k }}={{ v }};{% endfor %}{% for k in d %}{{ k }}{% endfor %}",
          "{% for k, v in d %}{{ k }}{% endfor %}{% for x in [] %}a{% else %}none{% endfor %}",
          "{% for x in l %}A{% if x == 1 %}B{% continue %}{% endif %}C{% endfor %}",
          "{% for x in l %}A{{ x }}{% if x == 1 %}B{% break %}{% endif %}{% endfor %}",
          "{% for x in l %}{% continue %}{% else %}empty{% endfor %}",
          "{% for x in l %}{% set acc = acc ~ x %}{{ acc }} {% endfor %}[{{ acc }}]",
          "{% set ns = namespace(a=1, b=[]) %}{% for x in l %}{% set ns.a = ns.a + x %}{% endfor %}{{ ns.a }}",
          "{% set a, b = 1, 2 %}{{ a }}{{ b }}{% set c = 1, 2 %}{{ c|string }}",
          "{% set x %}a{{ 1 }}b {% endset %}{{ x|trim|capitalize }}{{ x|length }}",
          "{% macro m(a, b=2) %}[{{ a }}{{ b }}]{% endmacro %}{{ m(1) }}{{ m(1, 3) }}{{ m(b=1, a=2) }}",
          "{% macro m(a, b=2, c=3) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(1, c=5) }}|{{ m(a=1) }}",
          "{% macro m() %}{{ x }}{% endmacro %}{% set x = 5 %}{{ m() }}{% for x in l %}{{ m() }}{% endfor %}",
          "{% macro f(n) %}{{ n }}{% if n > 0 %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(5) }}",
          "{% macro w(t) %}<{{ t }}>{{ caller(1) }}</{{ t }}>{% endmacro %}{% call(q) w('b') %}{{ q }}x{% endcall %}",
          "{% filter upper %}a{{ s }}b{% endfilter %}",
          "{{ 'a' if n > 5 else 'b' }}{{ 'a' if n > 9 }}{{ 1 if false else 2 if false else 3 }}",
          "{% if u %}a{% elif n %}b{% else %}c{% endif %}{% if not u and n or f %}x{% endif %}",
          "{{ u.x }}{{ u is defined }}{{ d.k is string }}{{ l is iterable }}{{ d is mapping }}{{ 3 is odd }}",
          "{{ u|default('x') }}{{ none|d('y') }}{{ ''|default('z', true) }}{{ 0|default(5) }}",
          "{{ 'A' + none }}{{ u ~ 'b' }}{{ 1 ~ 'c' }}{{ true ~ '' }}",
          "{% for x in [1, 2] %}{% for y in 'ab'.split('b') %}{{ loop.index }}{{ x }}{% endfor %}{% endfor %}");

  private static final List<String> FAULTS =
      List.of(
          "{{ raise_exception('no ' ~ s) }}",
          "{% for x in 5 %}{% endfor %}",
          "{{ u + 1 }}",
          "{{ none + 1 }}",
          "{{ 'a' < 'b' }}",
          "{{ 'a' + 1 + [] - 2 }}",
          "{{ [1, 2]|unique }}",
          "{{ 'a'|nothing }}",
          "{{ n is nothing }}",
          "{{ n is sameas(7) }}",
          "{{ d|tojson(sort_keys=true) }}",
          "{{ 'aa'.replace('a', 'b', 1) }}",
          "{{ u() }}",
          "{{ l.pop(9) }}",
          "{{ {[]: 1} }}",
          "{{ (1, 2).append(3) }}",
          "{% set a, b = l %}",
          "{% set l[0] = 1 %}",
          "{{ range(1, 2, 0) }}",
          "{{ strftime_now('') }}",
          "{% break %}",
          "{% if true %}",
          "{% endif %}",
          "{{ 'open }}",
          "{{ 1 + }}",
          "{% block x %}{% endblock %}",
          "{% include 'x' %}",
          "{{ 2 ** 3 }}",
          "{{ 7 // 2 }}",
          "{{ 'a' \\ 'b' }}",
          "{{ 99999999999999999999 }}",
          "{# open",
          "{{ f(*l) }}");

  private JinjaCases() {}

  /** Returns all templates. */
  static List<String> all() {
    return Stream.of(WHITESPACE, NUMBERS, TEXTS, COLLECTIONS, STATEMENTS, FAULTS)
        .flatMap(List::stream)
        .toList();
  }
}
