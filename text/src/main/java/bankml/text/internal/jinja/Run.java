// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.time.ZonedDateTime;
import java.util.IdentityHashMap;
import java.util.OptionalInt;

/** One rendering: its clock, its watch over values, and its bounds. One thread. */
final class Run {
  /** Nodes run, list items and parts of text copied, and bytes of text by the {@link #BYTES}. */
  private static final long MAX_WORK = 50_000_000;

  private static final int MAX_DEPTH = 1000;
  private static final int BYTES = 64;

  private static final int SHORT_PART = 1024;

  private final ZonedDateTime now;
  private final Usage usage;
  private final IdentityHashMap<Value, Integer> messages = new IdentityHashMap<>();
  private long work;
  private int depth;

  Run(ZonedDateTime now, Usage usage) {
    this.now = now;
    this.usage = usage;
  }

  ZonedDateTime now() {
    return now;
  }

  Usage usage() {
    return usage;
  }

  /** Remembers the conversation, so that a fault can name the message it was at. */
  void watchMessages(Value conversation) {
    if (conversation instanceof ListValue list) {
      for (Value message : list.asList()) {
        messages.put(message, messages.size());
      }
    }
  }

  /** Returns the place of {@code value} in the conversation, if it is one of its messages. */
  OptionalInt messageIndex(Value value) {
    Integer index = messages.get(value);
    return index == null ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /** Begins a node inside of another. */
  void enter() {
    work(1);
    if (++depth > MAX_DEPTH) {
      throw new TemplateFault("the template calls itself deeper than " + MAX_DEPTH + " nodes");
    }
  }

  /** Ends what {@link #enter} began. */
  void leave() {
    depth--;
  }

  /** Counts work before it is done; a fault when it is too much for any honest template. */
  void work(long units) {
    work += units;
    if (units < 0 || work > MAX_WORK) {
      throw new TemplateFault("the template does too much work: more than " + MAX_WORK + " steps");
    }
  }

  /** Counts a search for {@code part} bytes in {@code text} bytes: long parts may take long. */
  void workOnSearch(int text, int part) {
    workOnText(part <= SHORT_PART ? text : (long) text * part);
  }

  /** Counts a comparison of {@code value} with another. */
  void workOnComparison(Value value) {
    switch (value) {
      case Str str -> workOnText(str.length());
      case ListValue list -> work(list.comparisonWork());
      case Dict dict -> work(dict.size());
      default -> {}
    }
  }

  /** Counts work on {@code bytes} of text. */
  void workOnText(long bytes) {
    work(bytes / BYTES);
  }
}
