// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as C's library prints and reads them. */
final class NumberText {
  private static final int DIGITS = 6;
  private static final int LOWEST_FIXED_EXPONENT = -4;

  /** What {@code strtod} takes from the front of a text, spaces before it included. */
  private static final Pattern REAL =
      Pattern.compile(
          "^[ \\t\\n\\x0B\\f\\r]*+([+-]?)(?:(0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)"
              + "(?:[pP][+-]?[0-9]+)?)|((?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
              + "|(?i:(inf(?:inity)?)|(nan(?:\\([0-9a-zA-Z_]*\\))?)))");

  private NumberText() {}

  /** As {@code printf("%f")}. */
  static String fixed(double value) {
    if (!Double.isFinite(value)) {
      return special(value);
    }
    String text = new BigDecimal(value).setScale(DIGITS, RoundingMode.HALF_EVEN).toPlainString();
    return isNegativeZero(value, text) ? "-" + text : text;
  }

  /** As {@code printf("%g")}, which is how C++ streams print. */
  static String general(double value) {
    if (!Double.isFinite(value)) {
      return special(value);
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal shortest = rounded.stripTrailingZeros();
    if (exponent >= LOWEST_FIXED_EXPONENT && exponent < DIGITS) {
      return shortest.toPlainString();
    }
    String digits = shortest.unscaledValue().abs().toString();
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  private static boolean isNegativeZero(double value, String text) {
    return (value < 0 || 1 / value < 0) && !text.startsWith("-");
  }

  private static String special(double value) {
    if (Double.isNaN(value)) {
      boolean negative = Double.doubleToRawLongBits(value) < 0;
      return negative ? "-nan" : "nan";
    }
    return value > 0 ? "inf" : "-inf";
  }

  /**
   * As {@code std::stod}: the number that {@code text} begins with; nothing where there is none, or
   * where it is too large or too small.
   */
  static OptionalDouble real(String text) {
    Matcher matcher = REAL.matcher(text);
    if (!matcher.find()) {
      return OptionalDouble.empty();
    }
    double sign = "-".equals(matcher.group(1)) ? -1 : 1;
    if (matcher.group(4) != null) {
      return OptionalDouble.of(sign * Double.POSITIVE_INFINITY);
    }
    if (matcher.group(5) != null) {
      // A sign bit of its own: printed as -nan.
      return OptionalDouble.of(Math.copySign(Double.NaN, sign));
    }
    String hex = matcher.group(2);
    String decimal = matcher.group(3);
    double magnitude;
    if (hex != null) {
      magnitude = Double.parseDouble(hex.matches(".*[pP].*") ? hex : hex + "p0");
    } else {
      magnitude = Double.parseDouble(decimal);
      boolean nonzero = decimal.split("[eE]")[0].matches(".*[1-9].*");
      if (nonzero && magnitude < Double.MIN_NORMAL) {
        return OptionalDouble.empty();
      }
    }
    return Double.isInfinite(magnitude)
        ? OptionalDouble.empty()
        : OptionalDouble.of(sign * magnitude);
  }

  /**
   * As {@code std::stoi}: the integer of 32 bits that {@code text} begins with, in {@code base} (0:
   * as C's prefixes say); nothing where there is none or it does not fit.
   */
  static OptionalLong whole(String text, int base) {
    int at = 0;
    while (at < text.length() && ByteText.isSpace(text.charAt(at))) {
      at++;
    }
    boolean negative = at < text.length() && text.charAt(at) == '-';
    if (at < text.length() && (negative || text.charAt(at) == '+')) {
      at++;
    }
    int radix = base;
    boolean hex =
        text.regionMatches(true, at, "0x", 0, 2)
            && at + 2 < text.length()
            && digit(text.charAt(at + 2), 16) >= 0;
    if ((base == 0 || base == 16) && hex) {
      radix = 16;
      at += 2;
    } else if (base == 0) {
      radix = at < text.length() && text.charAt(at) == '0' ? 8 : 10;
    }
    int start = at;
    long value = 0;
    for (; at < text.length() && digit(text.charAt(at), radix) >= 0; at++) {
      value = Math.min(value * radix + digit(text.charAt(at), radix), 1L << 40);
    }
    long signed = negative ? -value : value;
    return at == start || signed != (int) signed ? OptionalLong.empty() : OptionalLong.of(signed);
  }

  private static int digit(char c, int radix) {
    return c < 0x80 ? Character.digit(c, radix) : -1;
  }
}
