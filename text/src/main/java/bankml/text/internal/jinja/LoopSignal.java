// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

/**
 * {@code break} or {@code continue} on its way to the loop. It leaves everything on the way, macros
 * too, and what an {@code if} around it has made so far is lost, as in the reference.
 */
final class LoopSignal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final LoopSignal BREAK = new LoopSignal("break");
  static final LoopSignal CONTINUE = new LoopSignal("continue");

  private LoopSignal(String name) {
    super(name, null, false, false);
  }
}
