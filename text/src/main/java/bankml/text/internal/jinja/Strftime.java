// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.Locale;

/**
 * C's {@code strftime} in the C locale: the conversions of C99 and glibc's, and its flag {@code -}.
 * What it does not know is a fault.
 */
public final class Strftime {
  /** The reference's buffer, its closing zero included. */
  private static final int BUFFER = 100;

  /** Conversions that {@code -} takes the padding from. */
  private static final String NUMBERS = "CdegHIjklmMSUVWy";

  private Strftime() {}

  /** Returns {@code time} as {@code format} says. A fault when nothing or too much comes out. */
  public static String format(String format, ZonedDateTime time) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < format.length()) {
      char c = format.charAt(i++);
      if (c != '%') {
        out.append(c);
        continue;
      }
      boolean unpadded = i < format.length() && format.charAt(i) == '-';
      i += unpadded ? 1 : 0;
      if (i >= format.length() || (unpadded && NUMBERS.indexOf(format.charAt(i)) < 0)) {
        throw new TemplateFault("strftime_now does not know the format " + format);
      }
      String field = field(format.charAt(i++), time);
      out.append(unpadded ? withoutPadding(field) : field);
    }
    if (out.isEmpty() || out.length() >= BUFFER) {
      throw new TemplateFault("strftime_now: failed to format time");
    }
    return out.toString();
  }

  private static String withoutPadding(String field) {
    int start = 0;
    while (start < field.length() - 1 && " 0".indexOf(field.charAt(start)) >= 0) {
      start++;
    }
    return field.substring(start);
  }

  private static String field(char conversion, ZonedDateTime t) {
    int hour12 = t.getHour() % 12 == 0 ? 12 : t.getHour() % 12;
    return switch (conversion) {
      case 'a' -> day(t).substring(0, 3);
      case 'A' -> day(t);
      case 'b', 'h' -> month(t).substring(0, 3);
      case 'B' -> month(t);
      case 'c' -> format("%a %b %e %H:%M:%S %Y", t);
      case 'C' -> two(t.getYear() / 100);
      case 'd' -> two(t.getDayOfMonth());
      case 'D', 'x' -> format("%m/%d/%y", t);
      case 'e' -> spaced(t.getDayOfMonth());
      case 'F' -> format("%Y-%m-%d", t);
      case 'g' -> two(t.get(IsoFields.WEEK_BASED_YEAR) % 100);
      case 'G' -> Integer.toString(t.get(IsoFields.WEEK_BASED_YEAR));
      case 'H' -> two(t.getHour());
      case 'I' -> two(hour12);
      case 'j' -> String.format(Locale.ROOT, "%03d", t.getDayOfYear());
      case 'k' -> spaced(t.getHour());
      case 'l' -> spaced(hour12);
      case 'm' -> two(t.getMonthValue());
      case 'M' -> two(t.getMinute());
      case 'n' -> "\n";
      case 'p' -> t.getHour() < 12 ? "AM" : "PM";
      case 'P' -> t.getHour() < 12 ? "am" : "pm";
      case 'r' -> format("%I:%M:%S %p", t);
      case 'R' -> format("%H:%M", t);
      case 's' -> Long.toString(t.toEpochSecond());
      case 'S' -> two(t.getSecond());
      case 't' -> "\t";
      case 'T', 'X' -> format("%H:%M:%S", t);
      case 'u' -> Integer.toString(t.getDayOfWeek().getValue());
      case 'U' -> two((t.getDayOfYear() + 6 - t.getDayOfWeek().getValue() % 7) / 7);
      case 'V' -> two(t.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
      case 'w' -> Integer.toString(t.getDayOfWeek().getValue() % 7);
      case 'W' -> two((t.getDayOfYear() + 6 - (t.getDayOfWeek().getValue() - 1)) / 7);
      case 'y' -> two(t.getYear() % 100);
      case 'Y' -> Integer.toString(t.getYear());
      case 'z' -> zone(t);
      case 'Z' -> zoneName(t);
      case '%' -> "%";
      default -> throw new TemplateFault("strftime_now does not know %" + conversion);
    };
  }

  private static String day(ZonedDateTime t) {
    return t.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.US);
  }

  private static String month(ZonedDateTime t) {
    return t.getMonth().getDisplayName(TextStyle.FULL, Locale.US);
  }

  private static String zone(ZonedDateTime t) {
    int minutes = t.getOffset().getTotalSeconds() / 60;
    return (minutes < 0 ? "-" : "+") + two(Math.abs(minutes) / 60) + two(Math.abs(minutes) % 60);
  }

  /** Zones have other names elsewhere than in Java, but for this one. */
  private static String zoneName(ZonedDateTime t) {
    if (t.getZone().normalized().equals(ZoneOffset.UTC)) {
      return "UTC";
    }
    throw new TemplateFault("strftime_now knows the name of no time zone but UTC");
  }

  private static String two(int number) {
    return number < 10 ? "0" + number : Integer.toString(number);
  }

  private static String spaced(int number) {
    return number < 10 ? " " + number : Integer.toString(number);
  }
}
