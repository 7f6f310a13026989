// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.TokenListener;

/** Prints an answer as it comes; stops it when nobody reads any more. */
final class AnswerPrinter implements TokenListener {
  private final Screen screen;

  AnswerPrinter(Screen screen) {
    this.screen = screen;
  }

  @Override
  public void onText(String text) {
    screen.out().print(text);
    screen.out().flush();
  }

  @Override
  public boolean cancelled() {
    return screen.out().checkError();
  }
}
