// SPDX-License-Identifier: Apache-2.0
package bankml.text;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random templates over {@link JinjaCases#VARIABLES}. Many fail when they run: that counts too. */
final class RandomTemplates {
  private static final String[] LITERALS = {
    "1",
    "0",
    "-3",
    "2.5",
    "1.0",
    "0.1",
    "0.00001",
    "1234567.0",
    "'a'",
    "'Hello World'",
    "''",
    "' x '",
    "\"it's\"",
    "'10'",
    "'0x1f'",
    "'3.7abc'",
    "'a,b,c'",
    "'é模'",
    "true",
    "false",
    "none",
    "u",
    "[]",
    "[1, 2, 3]",
    "['b', 'a']",
    "[[1,2],[3]]",
    "{}",
    "{'a': 1, 'b': 'x'}",
    "(1, 2)",
    "(1,)",
    "d",
    "l",
    "s",
    "n",
    "f",
    "objs",
    "nested",
    "lines",
    "d.k",
    "d['k']",
    "l[0]",
    "l[-1]",
    "l[1:]",
    "s[::-1]",
    "objs[0]",
    "d.items()",
    "d.keys()",
    "range(3)"
  };

  private static final String[] FILTERS = {
    "default('z')",
    "default('z', true)",
    "abs",
    "int",
    "float",
    "string",
    "safe",
    "tojson",
    "tojson(indent=2)",
    "tojson(indent=0)",
    "tojson(separators=(',', ':'))",
    "tojson(ensure_ascii=true)",
    "upper",
    "lower",
    "strip",
    "trim",
    "title",
    "capitalize",
    "length",
    "count",
    "list",
    "first",
    "last",
    "join",
    "join(', ')",
    "join('-', attribute='k')",
    "reverse",
    "sort",
    "sort(reverse=true)",
    "sort(attribute='k')",
    "min",
    "max",
    "select('string')",
    "selectattr('k')",
    "selectattr('k', 'equalto', 1)",
    "rejectattr('k')",
    "select('gt', 1)",
    "map(attribute='k')",
    "map(attribute='zz', default='q')",
    "items",
    "dictsort",
    "dictsort(by='value')",
    "indent",
    "indent(2)",
    "indent(3, true)",
    "indent('> ', blank=true)",
    "replace('a', 'b')",
    "replace('l', 'LL')",
    "split(',')",
    "int(default=7)",
    "int(base=16)",
    "float(default=1)",
    "format(1, 2)",
    "slice(0, 2)",
    "keys",
    "pop",
    "append(1)"
  };

  private static final String[] TESTS = {
    "defined",
    "undefined",
    "none",
    "string",
    "number",
    "integer",
    "float",
    "boolean",
    "true",
    "mapping",
    "iterable",
    "sequence",
    "callable",
    "odd",
    "even",
    "lower",
    "upper",
    "divisibleby(2)",
    "eq(1)",
    "equalto('a')",
    "ne(1)",
    "gt(1)",
    "lt(1)",
    "in([1, 2])",
    "in('abc')",
    "in(d)",
    "le(1)"
  };

  private static final String[] MEMBERS = {
    ".k",
    ".a",
    ".0",
    "[0]",
    "[-1]",
    "['k']",
    "[1:]",
    "[:2]",
    "[:-1]",
    "[::2]",
    "[::-1]",
    "[]",
    ".upper()",
    ".split(',')",
    ".strip()",
    ".items()",
    ".get('k')",
    ".get('q', 5)",
    ".values()",
    ".startswith('H')",
    ".title()",
    ".append(4)",
    ".pop(0)",
    ".rsplit(' ', 1)",
    ".split()",
    ".lstrip('H')",
    ".split(' ', 1)",
    "[1.0]",
    "[true]",
    "[none]"
  };

  private static final String[] OPERATORS = {
    "+", "-", "*", "/", "%", "~", "==", "!=", "<", ">", "<=", ">=", "in", "not in", "and", "or"
  };

  private static final String[] SPACES = {"", "", " ", "\n", "  \n", "\n  ", "x", "\t", "  y  "};

  private static final String[] ROUNDS = {
    "{{ x }}",
    "{{ loop.index }}",
    "{{ k }}={{ v }}",
    "{{ loop.last }}{{ loop.nextitem }}",
    "{% if loop.index == 2 %}B{% break %}{% endif %}",
    "{% if loop.first %}C{% continue %}{% endif %}",
    "{% set acc = acc ~ x %}{{ acc }}"
  };

  private final SplittableRandom random;

  private RandomTemplates(SplittableRandom random) {
    this.random = random;
  }

  /** Returns {@code count} templates. */
  static List<String> of(long seed, int count) {
    RandomTemplates templates = new RandomTemplates(new SplittableRandom(seed));
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(
          switch (i % 3) {
            case 0 -> "[{{ " + templates.expression(2) + " }}]";
            case 1 -> "{{ [" + templates.expression(1) + "]|string }}";
            default -> templates.statements(3);
          });
    }
    return all;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String expression(int depth) {
    if (depth == 0) {
      return pick(LITERALS);
    }
    int inner = random.nextInt(depth);
    return switch (random.nextInt(9)) {
      case 0 -> pick(LITERALS);
      case 1 -> expression(inner) + " " + pick(OPERATORS) + " " + expression(inner);
      case 2 -> pick("not ", "-", "+") + expression(inner);
      case 3, 4 -> "(" + expression(inner) + ")|" + pick(FILTERS);
      case 5 -> "(" + expression(inner) + ") is " + pick("", "not ") + pick(TESTS);
      case 6 -> expression(inner) + " if " + expression(inner) + " else " + expression(inner);
      case 7 -> "(" + expression(inner) + ")" + pick(MEMBERS);
      default -> "{" + pick("'k'", "1", "true", "none", "(1,2)") + ": " + expression(inner) + "}";
    };
  }

  private String statements(int depth) {
    if (depth == 0) {
      return pick(SPACES) + output() + pick(SPACES);
    }
    String inner = statements(depth - 1);
    String statement =
        switch (random.nextInt(8)) {
          case 0 -> output() + inner;
          case 1 ->
              block("if " + expression(1)) + inner + block("else") + output() + block("endif");
          case 2, 3 ->
              block("for " + pick("x", "x", "k, v") + " in " + iterable())
                  + pick(ROUNDS)
                  + inner
                  + block("endfor");
          case 4 -> block("set " + pick("x", "ns.k", "a, b", "n") + " = " + expression(1)) + inner;
          case 5 -> block("set x") + inner + block("endset") + "{{ x|title }}{{ x|length }}";
          case 6 ->
              block("macro m(a, b=2, c='z')")
                  + "{{ a }}{{ b }}{{ c }}"
                  + inner
                  + block("endmacro")
                  + pick("{{ m(1) }}", "{{ m(1, c=5) }}", "{{ m(b=1, a=2) }}", "{{ m()|upper }}");
          default ->
              block("filter " + pick("upper", "trim", "indent(2)")) + inner + block("endfilter");
        };
    return pick(SPACES) + statement + pick(SPACES);
  }

  private String iterable() {
    return pick("l", "objs", "d", "d.items()", "nested", "range(4)", "l if x != 2", "d|dictsort");
  }

  private String block(String content) {
    return pick("{%", "{%-") + " " + content + " " + pick("%}", "-%}");
  }

  private String output() {
    return pick("{{ ", "{{- ") + expression(random.nextInt(2)) + pick(" }}", " -}}");
  }
}
