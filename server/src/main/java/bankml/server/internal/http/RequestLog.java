// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One line a request: {@code request key=value …}, values quoted where they are not one word. */
final class RequestLog {
  private static final Logger LOG = System.getLogger("bankml.server.request");
  private static final Pattern WORD = Pattern.compile("[^\\s\"=\\p{Cntrl}]+");
  private static final int MAX_VALUE = 300;

  private RequestLog() {}

  /** Writes {@code facts} in their order. */
  static void write(Map<String, Object> facts) {
    LOG.log(
        Level.INFO,
        () ->
            facts.entrySet().stream()
                .map(e -> e.getKey() + "=" + value(e.getValue().toString()))
                .collect(Collectors.joining(" ", "request ", "")));
  }

  private static String value(String value) {
    String cut = value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) + "…" : value;
    if (WORD.matcher(cut).matches()) {
      return cut;
    }
    return '"'
        + cut.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ")
        + '"';
  }
}
