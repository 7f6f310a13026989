// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.store.Progress;
import java.util.function.Function;

/** One line on a terminal that shows how far a long step is, and is gone at the end. */
final class ProgressBar implements Progress {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 100_000_000;
  private static final String ERASE = "\r\033[K";

  private final Screen screen;
  private final long started = System.nanoTime();
  private long drawn = started;

  private ProgressBar(Screen screen) {
    this.screen = screen;
  }

  /** Does {@code work}, which reports its progress to a bar where a person watches. */
  static <T> T during(Screen screen, Function<Progress, T> work) {
    ProgressBar bar = new ProgressBar(screen);
    try {
      return work.apply(bar);
    } finally {
      bar.erase();
    }
  }

  @Override
  public void report(String step, long done, long total) {
    long now = System.nanoTime();
    if (!screen.errIsTerminal() || total <= 0 || now - drawn < REDRAW_NANOS) {
      return;
    }
    drawn = now;
    int filled = (int) Math.min(WIDTH, WIDTH * done / total);
    screen
        .err()
        .printf(
            "%s%s [%s%s] %,d/%,d MB",
            ERASE,
            step,
            "#".repeat(filled),
            " ".repeat(WIDTH - filled),
            done / 1_000_000,
            total / 1_000_000);
    screen.err().flush();
  }

  private void erase() {
    if (drawn != started) {
      screen.err().print(ERASE);
      screen.err().flush();
    }
  }
}
