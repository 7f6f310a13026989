// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.gguf.Refusal;
import bankml.kernels.AttentionShape;
import bankml.kernels.KvCells;
import java.util.stream.IntStream;

/**
 * Keys and values of one sequence in f16, layer by layer. A token's cell is its position. One
 * thread at a time.
 */
public final class KvCache {
  private final int capacity;
  private final KvCells[] layers;
  private int length;

  /** Returns an empty cache for {@code capacity} tokens. */
  KvCache(AttentionShape shape, int blockCount, int capacity) {
    if (capacity < 1) {
      throw Refusal.refused("a context of " + capacity + " tokens: at least 1 is needed");
    }
    this.capacity = capacity;
    this.layers =
        IntStream.range(0, blockCount)
            .mapToObj(layer -> new KvCells(shape, capacity))
            .toArray(KvCells[]::new);
  }

  /** Returns how many tokens there is room for. */
  public int capacity() {
    return capacity;
  }

  /** Returns how many tokens are in the cache: the position of the next one. */
  public int length() {
    return length;
  }

  /** Forgets the tokens from position {@code newLength} on. */
  public void truncate(int newLength) {
    if (newLength < 0 || newLength > length) {
      throw new IllegalArgumentException("cannot cut " + length + " tokens to " + newLength);
    }
    length = newLength;
  }

  /** Returns the keys and values of one layer, from 0. */
  public KvCells layer(int layer) {
    return layers[layer];
  }

  /** Takes in {@code count} tokens whose keys and values every layer has stored. */
  void advance(int count) {
    length += count;
  }
}
