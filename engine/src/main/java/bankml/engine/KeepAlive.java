// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long a model stays loaded after it was used.
 *
 * @param time no time at all unloads it after the answer; empty keeps it for ever
 */
public record KeepAlive(Optional<Duration> time) {
  /** Until it has to make room, or is unloaded by name. */
  public static final KeepAlive FOREVER = new KeepAlive(Optional.empty());

  /** Until the answer has ended. */
  public static final KeepAlive NONE = of(Duration.ZERO);

  /** Refuses to count backwards. */
  public KeepAlive {
    if (time.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("keep alive for " + time.get());
    }
  }

  /** Keeps a model for {@code time}. */
  public static KeepAlive of(Duration time) {
    return new KeepAlive(Optional.of(time));
  }

  /** Returns whether the model goes as soon as it is idle. */
  boolean isNone() {
    return time.filter(Duration::isZero).isPresent();
  }

  /** Returns when a model goes that has been idle since {@code idleSince}; empty for never. */
  Optional<Instant> expiry(Instant idleSince) {
    return time.map(idleSince::plus);
  }
}
