// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import java.util.List;

/**
 * Looks for stop strings in text that arrives in pieces. What may begin one is held back; only a
 * whole one removes text, and what is held back when the text ends by itself is given out. Every
 * character is given out once. One thread.
 */
final class StopStrings {
  private final List<String> stops;
  private final StringBuilder held = new StringBuilder();
  private boolean found;

  /** Looks for {@code stops}, none of them empty. */
  StopStrings(List<String> stops) {
    this.stops = stops;
  }

  /** Adds {@code text} and returns what no stop string can claim any more. */
  String push(String text) {
    if (found) {
      throw new IllegalStateException("text after a stop string");
    }
    held.append(text);
    int end = held.length();
    for (String stop : stops) {
      int at = held.indexOf(stop);
      if (at >= 0) {
        found = true;
        end = Math.min(end, at);
      }
    }
    if (found) {
      String before = held.substring(0, end);
      held.setLength(0);
      return before;
    }
    for (String stop : stops) {
      end = Math.min(end, begin(stop));
    }
    String certain = held.substring(0, end);
    held.delete(0, end);
    return certain;
  }

  /** Returns whether a stop string has ended the text. */
  boolean found() {
    return found;
  }

  /** Ends the text and returns what was held back. */
  String finish() {
    String rest = held.toString();
    held.setLength(0);
    return rest;
  }

  /** Where the longest end of the text begins that is a beginning of {@code stop}. */
  private int begin(String stop) {
    int at = Math.max(0, held.length() - stop.length() + 1);
    while (!stop.startsWith(held.substring(at))) {
      at++;
    }
    return at;
  }
}
