// SPDX-License-Identifier: Apache-2.0
package bankml.server;

import bankml.engine.KeepAlive;
import bankml.gguf.Refusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long a model stays, as Ollama's settings and requests write it: in Go's durations. */
public final class KeepAliveText {
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);
  private static final Pattern PART = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)([^\\d.]*)");

  /** What a Go duration can hold. */
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  private KeepAliveText() {}

  /**
   * Reads a setting: a duration such as {@code 5m}, or a whole number of seconds; less than zero is
   * for ever.
   *
   * @param name what the setting is called, for the refusal
   */
  public static KeepAlive ofSetting(String name, String text) {
    try {
      return text.matches("-?\\d{1,12}") ? ofSeconds(Double.parseDouble(text)) : ofDuration(text);
    } catch (Refusal e) {
      throw new Refusal(
          Refusal.Kind.USAGE,
          name + " is " + text + ": a duration such as 5m, or seconds, or -1 for ever, is accepted",
          e);
    }
  }

  /** Keeps a model for {@code seconds}; less than zero is for ever. */
  public static KeepAlive ofSeconds(double seconds) {
    return ofNanos(BigDecimal.valueOf(seconds).movePointRight(9));
  }

  /**
   * Reads a Go duration: numbers with units, such as {@code 1h30m}; less than zero is for ever.
   *
   * @throws Refusal in the words of Go's {@code time.ParseDuration}
   */
  public static KeepAlive ofDuration(String text) {
    String rest = text;
    boolean negative = rest.startsWith("-");
    if (negative || rest.startsWith("+")) {
      rest = rest.substring(1);
    }
    if (rest.equals("0")) {
      return KeepAlive.NONE;
    }
    if (rest.isEmpty()) {
      throw invalid("invalid duration", text);
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(rest);
    int end = 0;
    while (end < rest.length()) {
      if (!part.find(end) || part.start() != end) {
        throw invalid("invalid duration", text);
      }
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit(part.group(2), text)));
      end = part.end();
    }
    return ofNanos(negative ? nanos.negate() : nanos);
  }

  private static BigDecimal unit(String unit, String text) {
    if (unit.isEmpty()) {
      throw invalid("missing unit in duration", text);
    }
    Long nanos = NANOS.get(unit);
    if (nanos == null) {
      throw invalid("unknown unit \"" + unit + "\" in duration", text);
    }
    return BigDecimal.valueOf(nanos);
  }

  private static KeepAlive ofNanos(BigDecimal nanos) {
    return nanos.signum() < 0 || nanos.compareTo(MOST) >= 0
        ? KeepAlive.FOREVER
        : KeepAlive.of(Duration.ofNanos(nanos.longValue()));
  }

  private static Refusal invalid(String what, String text) {
    return Refusal.refused("time: " + what + " \"" + text + "\"");
  }
}
