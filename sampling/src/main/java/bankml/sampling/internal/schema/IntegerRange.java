// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.schema;

/**
 * Whole numbers within limits as GBNF ({@code build_min_max_int} in the reference's {@code
 * common/json-schema-to-grammar.cpp}). The ends of the long range stand for no limit.
 */
final class IntegerRange {
  private static final int DIGITS = 16;

  private final StringBuilder out = new StringBuilder();

  private IntegerRange() {}

  /** Returns the numbers from {@code least} to {@code most}, one of which is a limit. */
  static String of(long least, long most) {
    IntegerRange range = new IntegerRange();
    range.add(least, most, DIGITS, true);
    return range.out.toString();
  }

  private void add(long least, long most, int digitsLeft, boolean topLevel) {
    if (least != Long.MIN_VALUE && most != Long.MAX_VALUE) {
      between(least, most, digitsLeft);
    } else if (least != Long.MIN_VALUE) {
      from(least, digitsLeft, topLevel);
    } else {
      upTo(most, digitsLeft, topLevel);
    }
  }

  private void between(long least, long most, int digitsLeft) {
    if (least < 0 && most < 0) {
      out.append("\"-\" (");
      add(-most, -least, digitsLeft, true);
      out.append(")");
      return;
    }
    long from = least;
    if (least < 0) {
      out.append("\"-\" (");
      add(0, -least, digitsLeft, true);
      out.append(") | ");
      from = 0;
    }
    String low = Long.toString(from);
    String high = Long.toString(most);
    for (int digits = low.length(); digits < high.length(); digits++) {
      uniform(low, "9".repeat(digits));
      low = "1" + "0".repeat(digits);
      out.append(" | ");
    }
    uniform(low, high);
  }

  private void from(long least, int digitsLeft, boolean topLevel) {
    int less = Math.max(digitsLeft - 1, 1);
    if (least < 0) {
      out.append("\"-\" (");
      add(Long.MIN_VALUE, -least, digitsLeft, false);
      out.append(") | [0] | [1-9] ");
      digits(0, digitsLeft - 1);
    } else if (least == 0) {
      if (topLevel) {
        out.append("[0] | [1-9] ");
        digits(0, less);
      } else {
        digits(1, digitsLeft);
      }
    } else if (least <= 9) {
      char digit = (char) ('0' + least);
      char first = topLevel ? '1' : '0';
      if (digit > first) {
        digit(first, digit - 1);
        out.append(" ");
        digits(1, less);
        out.append(" | ");
      }
      digit(digit, '9');
      out.append(" ");
      digits(0, less);
    } else {
      fromLong(Long.toString(least), less, topLevel);
    }
  }

  private void fromLong(String least, int less, boolean topLevel) {
    int length = least.length();
    char digit = least.charAt(0);
    if (digit > '1') {
      digit(topLevel ? '1' : '0', digit - 1);
      out.append(" ");
      digits(length, less);
      out.append(" | ");
    }
    digit(digit, digit);
    out.append(" (");
    add(Long.parseLong(least.substring(1)), Long.MAX_VALUE, less, false);
    out.append(")");
    if (digit < '9') {
      out.append(" | ");
      digit(digit + 1, '9');
      out.append(" ");
      digits(length - 1, less);
    }
  }

  private void upTo(long most, int digitsLeft, boolean topLevel) {
    if (most < 0) {
      out.append("\"-\" (");
      add(-most, Long.MAX_VALUE, digitsLeft, false);
      out.append(")");
      return;
    }
    if (topLevel) {
      out.append("\"-\" [1-9] ");
      digits(0, Math.max(digitsLeft - 1, 1));
      out.append(" | ");
    }
    add(0, most, digitsLeft, true);
  }

  private void digit(int from, int to) {
    out.append("[").append((char) from);
    if (from != to) {
      out.append("-").append((char) to);
    }
    out.append("]");
  }

  private void digits(int least, int most) {
    out.append("[0-9]");
    if (least == most && least == 1) {
      return;
    }
    out.append("{").append(least);
    if (most != least) {
      out.append(",").append(most);
    }
    out.append("}");
  }

  /** Numbers with the same count of digits. */
  private void uniform(String from, String to) {
    int same = 0;
    while (same < from.length() && same < to.length() && from.charAt(same) == to.charAt(same)) {
      same++;
    }
    if (same > 0) {
      out.append("\"").append(from, 0, same).append("\"");
    }
    if (same == from.length() || same == to.length()) {
      return;
    }
    if (same > 0) {
      out.append(" ");
    }
    char low = from.charAt(same);
    char high = to.charAt(same);
    if (from.length() - same - 1 > 0) {
      uniformRest(low, high, from.substring(same + 1), to.substring(same + 1));
    } else {
      out.append("[").append(low).append("-").append(high).append("]");
    }
  }

  private void uniformRest(char low, char high, String from, String to) {
    int length = from.length();
    String zeros = "0".repeat(length);
    String nines = "9".repeat(length);
    boolean reached = false;
    out.append("(");
    if (from.equals(zeros)) {
      digit(low, high - 1);
      out.append(" ");
      digits(length, length);
    } else {
      out.append("[").append(low).append("] (");
      uniform(from, nines);
      out.append(")");
      if (low < high - 1) {
        out.append(" | ");
        reached = to.equals(nines);
        digit(low + 1, reached ? high : high - 1);
        out.append(" ");
        digits(length, length);
      }
    }
    if (!reached) {
      out.append(" | ");
      digit(high, high);
      out.append(" ");
      uniform(zeros, to);
    }
    out.append(")");
  }
}
