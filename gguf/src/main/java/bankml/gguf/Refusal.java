// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

/**
 * The one exception for what bankml will not do: its message is the reason, written for the person
 * who can act on it. Nothing else is thrown across rooms for bad input.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of refusal this is, with the exit code that the commands answer. */
  public enum Kind {
    /** A file or folder cannot be read or written. */
    IO(1),
    /** The input was understood and is refused. */
    REFUSED(2),
    /** A file ends inside its header, so that nothing can be said of it. */
    TRUNCATED(3),
    /** A model file is not the one any more that was verified: nothing is answered from it. */
    CHANGED(2),
    /** Too much is asked at once, or the end has begun; asking again later may be answered. */
    BUSY(2),
    /** The command or request itself is wrong. */
    USAGE(64);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }

    /** Returns the exit code of a command that ends in this refusal. */
    public int exitCode() {
      return exitCode;
    }
  }

  private final Kind kind;

  /**
   * Refuses with {@code reason}, one line that names the input, its value and what would be
   * accepted.
   */
  public Refusal(Kind kind, String reason) {
    super(reason);
    this.kind = kind;
  }

  /** As {@link #Refusal(Kind, String)}, keeping the failure underneath. */
  public Refusal(Kind kind, String reason, Throwable cause) {
    super(reason, cause);
    this.kind = kind;
  }

  /** Returns a refusal of an input that was understood. */
  public static Refusal refused(String reason) {
    return new Refusal(Kind.REFUSED, reason);
  }

  /** Returns what kind of refusal this is. */
  public Kind kind() {
    return kind;
  }
}
