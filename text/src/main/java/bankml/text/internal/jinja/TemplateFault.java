// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Why a template cannot be read or rendered. The message is text, not bytes.
 *
 * <p>It gathers where it happened on its way out: the innermost line, and the innermost of the
 * conversation's messages that a loop was at.
 */
public final class TemplateFault extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int UNKNOWN = -1;

  /** Who objects. */
  public enum Origin {
    /** The template itself, through {@code raise_exception}. */
    RAISED,
    /** The engine, as the reference's does. */
    ENGINE,
    /** The engine: the template goes beyond its bounds on time and memory. */
    BOUND
  }

  private final Origin origin;
  private final int line;
  private final int message;

  /** The engine's objection. */
  public TemplateFault(String reason) {
    this(reason, Origin.ENGINE, UNKNOWN, UNKNOWN, null);
  }

  private TemplateFault(
      String reason, Origin origin, int line, int message, @Nullable Throwable cause) {
    super(reason, cause);
    this.origin = origin;
    this.line = line;
    this.message = message;
  }

  /** The template's own objection. */
  static TemplateFault raised(String reason) {
    return new TemplateFault(reason, Origin.RAISED, UNKNOWN, UNKNOWN, null);
  }

  /** The engine's objection to too much work, text or nesting. */
  static TemplateFault bound(String reason) {
    return new TemplateFault(reason, Origin.BOUND, UNKNOWN, UNKNOWN, null);
  }

  /** Returns this fault at {@code line}, unless it already has one. */
  TemplateFault atLine(int line) {
    return this.line == UNKNOWN ? new TemplateFault(reason(), origin, line, message, this) : this;
  }

  /** Returns this fault at the conversation's message {@code index}, unless it already has one. */
  TemplateFault atMessage(OptionalInt index) {
    return message == UNKNOWN && index.isPresent()
        ? new TemplateFault(reason(), origin, line, index.getAsInt(), this)
        : this;
  }

  /** Returns what is wrong. */
  public String reason() {
    return String.valueOf(getMessage());
  }

  /** Returns who objects. */
  public Origin origin() {
    return origin;
  }

  /** Returns the template's line, from 1, where it is known. */
  public OptionalInt line() {
    return line == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(line);
  }

  /** Returns the index of the message that was being rendered, where it is known. */
  public OptionalInt messageIndex() {
    return message == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(message);
  }
}
