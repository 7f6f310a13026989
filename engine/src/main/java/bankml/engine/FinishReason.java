// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import java.util.Locale;

/** Why an answer ended. */
public enum FinishReason {
  /** The model ended it, or a stop string did. */
  STOP,
  /** The token limit or the end of the context was reached. */
  LENGTH,
  /** The listener did not want the rest. */
  CANCELLED;

  /** Returns the reason as answers spell it: {@code stop}, {@code length}, {@code cancelled}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
