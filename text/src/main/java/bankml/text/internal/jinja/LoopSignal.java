// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/**
 * {@code break} or {@code continue} on its way to the loop. It leaves everything on the way, macros
 * too, and what an {@code if} around it has made so far is lost, as in the reference.
 */
final class LoopSignal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean ends;

  private LoopSignal(String name, boolean ends) {
    super(name, null, false, false);
    this.ends = ends;
  }

  static LoopSignal toBreak() {
    return new LoopSignal("break", true);
  }

  static LoopSignal toContinue() {
    return new LoopSignal("continue", false);
  }

  /** Returns whether the loop ends; otherwise its next round begins. */
  boolean ends() {
    return ends;
  }
}
