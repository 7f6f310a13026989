// SPDX-License-Identifier: Apache-2.0
package bankml.engine.internal;

import bankml.model.KvCache;
import bankml.model.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The rows of the last conversations, to be reused where they are exactly those of a new prompt's
 * cold run. Those used longest ago go first when memory runs short. One thread.
 */
public final class Conversations {

  /**
   * A conversation that rests.
   *
   * @param promptTokens how many of its rows were prompt, the others have been decoded
   */
  private record Kept(KvCache cache, int promptTokens) {

    /**
     * Returns whether {@code prompt} goes on from all of this one's prompt. Then nothing is lost
     * when it takes over the memory.
     */
    boolean isBegunBy(int[] prompt) {
      int rows = Math.min(promptTokens, cache.length());
      if (rows > prompt.length) {
        return false;
      }
      for (int i = 0; i < rows; i++) {
        if (cache.token(i) != prompt[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /** What a conversation has for a prompt, and whether the prompt goes on from it. */
  private record Match(Kept kept, int rows, boolean isBegun) {}

  private final Model model;
  private final int contextLength;
  private final long maxBytes;

  /** The one used last is last. */
  private final List<Kept> kept = new ArrayList<>();

  /** Keeps at most {@code maxBytes}, beside the conversation that is being computed. */
  public Conversations(Model model, int contextLength, long maxBytes) {
    this.model = model;
    this.contextLength = contextLength;
    this.maxBytes = maxBytes;
  }

  /**
   * Returns a cache that holds as much of {@code prompt}'s cold run as any conversation has, but
   * not its last row, whose logits are wanted. A prompt that goes on from a conversation takes its
   * cache; one that leaves it on the way takes a copy.
   */
  public KvCache begin(int[] prompt) {
    Optional<Match> best =
        kept.stream()
            .map(k ->
                new Match(
                    k,
                    Math.min(model.reusable(k.cache(), prompt), prompt.length - 1),
                    k.isBegunBy(prompt)))
            .max(Comparator.comparingInt(Match::rows).thenComparing(Match::isBegun));
    if (best.isEmpty()) {
      return model.newCache(contextLength);
    }
    KvCache cache = best.get().kept().cache();
    if (!best.get().isBegun()) {
      return cache.copy(best.get().rows());
    }
    kept.remove(best.get().kept());
    cache.truncate(best.get().rows());
    return cache;
  }

  /** Keeps the rows of a conversation that was computed from a prompt of {@code promptTokens}. */
  public void keep(KvCache cache, int promptTokens) {
    kept.add(new Kept(cache, promptTokens));
    while (!kept.isEmpty() && bytes() > maxBytes) {
      kept.removeFirst();
    }
  }

  private long bytes() {
    return kept.stream().mapToLong(k -> k.cache().bytes()).sum();
  }
}
