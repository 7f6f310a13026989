// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.gguf.Refusal;
import bankml.kernels.AttentionShape;
import bankml.kernels.KvCells;
import bankml.kernels.RowClass;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Keys and values of one sequence in f16, layer by layer, with the token and the shape class that
 * each row was computed for. A token's cell is its position. Memory is taken as it is needed. One
 * thread at a time.
 */
public final class KvCache {
  private static final int ROOM_UNIT = 256;

  private final AttentionShape shape;
  private final int capacity;
  private KvCells[] layers;
  private int[] tokens = {};
  private RowClass[] classes = {};
  private int length;

  /** Returns an empty cache for {@code capacity} tokens. */
  KvCache(AttentionShape shape, int blockCount, int capacity) {
    if (capacity < 1) {
      throw Refusal.refused("a context of " + capacity + " tokens: at least 1 is needed");
    }
    this.shape = shape;
    this.capacity = capacity;
    this.layers = cells(blockCount, 0);
  }

  /** Returns a new cache of the same capacity that holds the first {@code count} rows of this. */
  public KvCache copy(int count) {
    if (count < 0 || count > length) {
      throw new IllegalArgumentException("cannot copy " + count + " of " + length + " rows");
    }
    KvCache copy = new KvCache(shape, layers.length, capacity);
    copy.takeOver(this, count, Math.max(1, count));
    return copy;
  }

  /** Returns how many tokens there is room for. */
  public int capacity() {
    return capacity;
  }

  /** Returns how many tokens are in the cache: the position of the next one. */
  public int length() {
    return length;
  }

  /** Returns the token of row {@code row}, below {@link #length}. */
  public int token(int row) {
    return tokens[row];
  }

  /** Returns the shape class that row {@code row} was computed for. */
  RowClass rowClass(int row) {
    return classes[row];
  }

  /** Returns how much memory the keys and values take. */
  public long bytes() {
    return Arrays.stream(layers).mapToLong(KvCells::bytes).sum();
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

  /** Makes room for {@code count} tokens in all, at most {@link #capacity}. */
  void reserve(int count) {
    if (count > tokens.length) {
      takeOver(this, length, Math.max(count, 2 * tokens.length));
    }
  }

  /** Takes in the rows of {@code batch}, whose keys and values every layer has stored. */
  void advance(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      tokens[length] = batch.token(i);
      classes[length] = batch.rowClass(i);
      length++;
    }
  }

  /** Holds the first {@code count} rows of {@code other}, with room for {@code wanted}. */
  private void takeOver(KvCache other, int count, int wanted) {
    int room = Math.min(capacity, Math.ceilDiv(wanted, ROOM_UNIT) * ROOM_UNIT);
    KvCells[] larger = cells(other.layers.length, room);
    for (int i = 0; i < larger.length; i++) {
      larger[i].copy(other.layers[i], count);
    }
    layers = larger;
    tokens = Arrays.copyOf(other.tokens, room);
    classes = Arrays.copyOf(other.classes, room);
    length = count;
  }

  private KvCells[] cells(int blockCount, int room) {
    return IntStream.range(0, blockCount)
        .mapToObj(layer -> new KvCells(shape, room))
        .toArray(KvCells[]::new);
  }
}
