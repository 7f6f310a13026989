// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

import bankml.gguf.Refusal;
import bankml.text.Tokenizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a grammar in GBNF ({@code llama_grammar_parser} in the reference's {@code
 * src/llama-grammar.cpp}). Groups and repetitions become rules of their own. One thread, one text.
 */
public final class GbnfParser {
  /** The reference's limit for repetitions, and for rules times repetitions. */
  private static final int MAX_REPETITION = 2000;

  /** Limits of our own, far above what the reference's limits leave possible in sane grammars. */
  private static final int MAX_NESTING = 500;

  private static final int MAX_ELEMENTS = 2_000_000;
  private static final long NO_MAX = Long.MAX_VALUE;

  private final int[] text;
  private final Tokenizer tokenizer;
  private final Map<String, Integer> symbols = new HashMap<>();
  private final List<Elements> rules = new ArrayList<>();
  private int at;
  private int nesting;
  private int elements;

  private GbnfParser(String text, Tokenizer tokenizer) {
    this.text = text.codePoints().toArray();
    this.tokenizer = tokenizer;
  }

  /**
   * Returns the rules of {@code grammar}, whose root is called {@code root}.
   *
   * @throws Refusal saying what is wrong where, in lines and columns from 1
   */
  static Rules parse(String grammar, Tokenizer tokenizer) {
    return new GbnfParser(grammar, tokenizer).grammar();
  }

  private Rules grammar() {
    skipSpace(true);
    while (at < text.length) {
      rule();
    }
    for (Map.Entry<String, Integer> symbol : symbols.entrySet()) {
      if (symbol.getValue() >= rules.size() || rules.get(symbol.getValue()).size() == 0) {
        throw refusal("there is no rule \"" + symbol.getKey() + "\"");
      }
    }
    Integer root = symbols.get("root");
    if (root == null) {
      throw refusal("there is no rule \"root\"");
    }
    Rules joined = join(root);
    LeftRecursion.refuse(joined, symbols);
    return joined;
  }

  private Rules join(int root) {
    int total = rules.stream().mapToInt(Elements::size).sum();
    byte[] types = new byte[total];
    int[] values = new int[total];
    int[] starts = new int[rules.size()];
    int position = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = position;
      rules.get(i).copyTo(types, values, position);
      position += rules.get(i).size();
    }
    return new Rules(types, values, starts, root);
  }

  private void rule() {
    String name = name();
    skipSpace(false);
    int id = symbol(name);
    if (!(peek(0) == ':' && peek(1) == ':' && peek(2) == '=')) {
      throw refusal("\"::=\" is expected");
    }
    at += 3;
    skipSpace(true);
    alternatives(name, id, false);
    if (peek(0) == '\r') {
      at += peek(1) == '\n' ? 2 : 1;
    } else if (peek(0) == '\n') {
      at++;
    } else if (at < text.length) {
      throw refusal("a new line or the end is expected");
    }
    skipSpace(true);
  }

  private void alternatives(String rule, int id, boolean nested) {
    if (++nesting > MAX_NESTING) {
      throw refusal("groups are nested more than " + MAX_NESTING + " deep");
    }
    Elements sequence = new Elements();
    sequence(rule, sequence, nested);
    while (peek(0) == '|') {
      add(sequence, Rules.ALT, 0);
      at++;
      skipSpace(true);
      sequence(rule, sequence, nested);
    }
    add(sequence, Rules.END, 0);
    define(id, sequence);
    nesting--;
  }

  /** Adds what stands up to the end of an alternative to {@code rule}. */
  private void sequence(String name, Elements rule, boolean nested) {
    int last = rule.size();
    long rulesOfLast = 1;
    while (at < text.length) {
      int c = text[at];
      if (c == '*' || c == '+' || c == '?' || c == '{') {
        long[] times = times(nested);
        rulesOfLast *= repeat(name, rule, last, times[0], times[1], rulesOfLast);
        continue;
      }
      int begin = rule.size();
      long made = 1;
      switch (c) {
        case '"' -> literal(rule);
        case '[' -> set(rule);
        case '<', '!' -> token(rule);
        case '(' -> made = group(name, rule);
        case '.' -> {
          at++;
          add(rule, Rules.ANY, 0);
        }
        default -> {
          if (!isWord(c)) {
            return;
          }
          add(rule, Rules.RULE, symbol(name()));
        }
      }
      skipSpace(nested);
      last = begin;
      rulesOfLast = made;
    }
  }

  private void literal(Elements rule) {
    at++;
    while (peek(0) != '"') {
      add(rule, Rules.CHAR, character());
    }
    at++;
  }

  private void set(Elements rule) {
    at++;
    byte type = Rules.CHAR;
    if (peek(0) == '^') {
      at++;
      type = Rules.CHAR_NOT;
    }
    while (peek(0) != ']') {
      add(rule, type, character());
      type = Rules.CHAR_MORE;
      if (peek(0) == '-' && peek(1) != ']') {
        at++;
        add(rule, Rules.RANGE_END, character());
      }
    }
    at++;
  }

  private void token(Elements rule) {
    byte type = Rules.TOKEN;
    if (text[at] == '!') {
      at++;
      type = Rules.TOKEN_NOT;
    }
    if (peek(0) != '<') {
      throw refusal("\"<\" is expected");
    }
    add(rule, type, peek(1) == '[' ? tokenId() : tokenText());
  }

  private int tokenId() {
    at += 2;
    long id = integer();
    if (id > 0xffff_ffffL || peek(0) != ']' || peek(1) != '>') {
      throw refusal("a token's id and \"]>\" are expected");
    }
    at += 2;
    return (int) id;
  }

  private int tokenText() {
    int begin = at;
    while (at < text.length && text[at] != '>') {
      at++;
    }
    if (at == text.length) {
      throw refusal("\">\" is expected");
    }
    at++;
    String spelled = new String(text, begin, at - begin);
    int[] ids = tokenizer.encode(spelled, false, true);
    if (ids.length != 1) {
      throw refusal(spelled + " is no token of this model");
    }
    return ids[0];
  }

  private long group(String name, Elements rule) {
    at++;
    skipSpace(true);
    int before = symbols.size();
    int id = newSymbol(name);
    alternatives(name, id, true);
    long made = Math.max(1, symbols.size() - before);
    add(rule, Rules.RULE, id);
    if (peek(0) != ')') {
      throw refusal("\")\" is expected");
    }
    at++;
    return made;
  }

  /** Reads {@code *}, {@code +}, {@code ?} or {@code {m,n}}: the least and the most times. */
  private long[] times(boolean nested) {
    int c = text[at++];
    skipSpace(nested);
    return switch (c) {
      case '*' -> new long[] {0, NO_MAX};
      case '+' -> new long[] {1, NO_MAX};
      case '?' -> new long[] {0, 1};
      default -> braces(nested);
    };
  }

  private long[] braces(boolean nested) {
    long least = integer();
    long most = NO_MAX;
    skipSpace(nested);
    if (peek(0) == '}') {
      most = least;
    } else if (peek(0) == ',') {
      at++;
      skipSpace(nested);
      if (isDigit(peek(0))) {
        most = integer();
        skipSpace(nested);
      }
    }
    if (peek(0) != '}') {
      throw refusal("\",\" or \"}\" is expected");
    }
    at++;
    skipSpace(nested);
    if (least > MAX_REPETITION) {
      throw refusal("more than " + MAX_REPETITION + " repetitions");
    }
    return new long[] {least, most > MAX_REPETITION ? NO_MAX : most};
  }

  /**
   * Repeats the elements from {@code from} on: {@code S{m,n}} is m times S and then a rule for n -
   * m more or less; {@code S{m,}} is m times S and a rule that goes on with itself. Returns how
   * many rules that counts for.
   */
  private long repeat(
      String name, Elements rule, int from, long least, long most, long rulesOfLast) {
    if (from == rule.size()) {
      throw refusal("there is nothing to repeat");
    }
    boolean endless = most == NO_MAX;
    long counted = !endless && most > 0 ? most : Math.max(least, 1);
    if (rulesOfLast * counted > MAX_REPETITION) {
      throw refusal("repetitions in repetitions make more than " + MAX_REPETITION + " rules");
    }
    Elements repeated = rule.from(from);
    if (least == 0) {
      rule.truncate(from);
    }
    for (long i = 1; i < least; i++) {
      addAll(rule, repeated);
    }
    long optional = endless ? 1 : most - least;
    int lastId = 0;
    for (long i = 0; i < optional; i++) {
      Elements more = new Elements();
      int id = newSymbol(name);
      addAll(more, repeated);
      if (i > 0 || endless) {
        add(more, Rules.RULE, endless ? id : lastId);
      }
      add(more, Rules.ALT, 0);
      add(more, Rules.END, 0);
      define(id, more);
      lastId = id;
    }
    if (optional > 0) {
      add(rule, Rules.RULE, lastId);
    }
    return counted;
  }

  private int character() {
    if (at >= text.length) {
      throw refusal("the end comes too early");
    }
    int c = text[at++];
    if (c != '\\') {
      return c;
    }
    int escaped = peek(0);
    at++;
    return switch (escaped) {
      case 'x' -> hex(2);
      case 'u' -> hex(4);
      case 'U' -> hex(8);
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'n' -> '\n';
      case '\\', '"', '[', ']', '-' -> escaped;
      default -> {
        at -= 2;
        throw refusal("an unknown escape");
      }
    };
  }

  private int hex(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int c = peek(0);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw refusal(digits + " hexadecimal digits are expected");
      }
      value = (value << 4) + digit;
      at++;
    }
    return value;
  }

  private String name() {
    int begin = at;
    while (isWord(peek(0))) {
      at++;
    }
    if (at == begin) {
      throw refusal("a name is expected");
    }
    return new String(text, begin, at - begin);
  }

  private long integer() {
    int begin = at;
    long value = 0;
    while (isDigit(peek(0))) {
      value = Math.min(value * 10 + (peek(0) - '0'), 1L << 40);
      at++;
    }
    if (at == begin) {
      throw refusal("a whole number is expected");
    }
    return value;
  }

  private void skipSpace(boolean newLines) {
    while (true) {
      int c = peek(0);
      if (c == '#') {
        while (at < text.length && text[at] != '\r' && text[at] != '\n') {
          at++;
        }
      } else if (c == ' ' || c == '\t' || (newLines && (c == '\r' || c == '\n'))) {
        at++;
      } else {
        return;
      }
    }
  }

  /** The character {@code ahead} of here; -1 after the end. */
  private int peek(int ahead) {
    return at + ahead < text.length ? text[at + ahead] : -1;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWord(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || isDigit(c);
  }

  private int symbol(String name) {
    Integer id = symbols.putIfAbsent(name, symbols.size());
    return id == null ? symbols.size() - 1 : id;
  }

  private int newSymbol(String base) {
    int id = symbols.size();
    symbols.put(base + "_" + id, id);
    return id;
  }

  private void define(int id, Elements rule) {
    while (rules.size() <= id) {
      rules.add(new Elements());
    }
    rules.set(id, rule);
  }

  private void add(Elements rule, byte type, int value) {
    count(1);
    rule.add(type, value);
  }

  private void addAll(Elements rule, Elements more) {
    count(more.size());
    rule.addAll(more);
  }

  private void count(int more) {
    elements += more;
    if (elements > MAX_ELEMENTS) {
      throw refusal(
          "the grammar is too large: its rules have more than " + MAX_ELEMENTS + " parts");
    }
  }

  private Refusal refusal(String what) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < at && i < text.length; i++) {
      column++;
      if (text[i] == '\n') {
        line++;
        column = 1;
      }
    }
    return Refusal.refused("grammar, line " + line + ", column " + column + ": " + what);
  }
}
