// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.time.ZonedDateTime;
import java.util.IdentityHashMap;
import java.util.OptionalInt;

/** One rendering: its clock, its watch over values, and its bounds. One thread. */
final class Run {
  /**
   * Nodes run, values made, list items and parts of text copied, and bytes of text by the {@link
   * #BYTES}. A few seconds of work. The templates that the reference ships need less than a
   * twentieth of it for a thousand messages; only Gemma 4's, whose work grows with the square of
   * their number, needs more.
   */
  static final long MAX_WORK = 50_000_000;

  /** Of the small conversations by which it is found out what a template can do. */
  static final long MAX_TRIAL_WORK = 2_000_000;

  private static final int MAX_DEPTH = 1000;
  private static final int BYTES = 64;

  /** Values that become text take longer, and more memory, than text that is copied. */
  private static final int PRINTED_BYTES = 2;

  private static final int SHORT_PART = 1024;

  private final ZonedDateTime now;
  private final Usage usage;
  private final IdentityHashMap<Value, Integer> messages = new IdentityHashMap<>();
  private final long maxWork;
  private long work;
  private int depth;

  Run(ZonedDateTime now, Usage usage, long maxWork) {
    this.now = now;
    this.maxWork = maxWork;
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
      throw TemplateFault.bound("the template calls itself deeper than " + MAX_DEPTH + " nodes");
    }
  }

  /** Ends what {@link #enter} began. */
  void leave() {
    depth--;
  }

  /** Counts work before it is done; a fault when it is too much for any honest template. */
  void work(long units) {
    work += units;
    if (units < 0 || work > maxWork) {
      throw TemplateFault.bound("the template does too much work: more than " + maxWork + " steps");
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
      case ListValue list -> {
        work(list.comparisonWork());
        list.asList().forEach(this::workOnTextIn);
      }
      case Dict dict -> {
        work(dict.size());
        dict.entries().forEach(entry -> workOnTextIn(entry.value()));
      }
      default -> {}
    }
  }

  private void workOnTextIn(Value item) {
    if (item instanceof Str str) {
      workOnText(str.length());
    }
  }

  /** Counts work on {@code bytes} of text. */
  void workOnText(long bytes) {
    work(1 + bytes / BYTES);
  }

  /** Counts the work of having printed values as {@code bytes} of text. */
  void workOnPrinting(long bytes) {
    work(1 + bytes / PRINTED_BYTES);
  }

  /** Returns {@code value} as text, and counts the work of printing a list or dictionary. */
  Str textOf(Value value) {
    Str text = value.asText();
    if (value instanceof ListValue || value instanceof Dict) {
      workOnPrinting(text.length());
    }
    return text;
  }
}
