// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import bankml.kernels.internal.HeadCells;
import bankml.kernels.internal.OnlineKernel;
import bankml.kernels.internal.Partial;
import bankml.kernels.internal.QueryTile;
import bankml.kernels.internal.ScalarOnline;
import bankml.kernels.internal.ScalarTiled;
import bankml.kernels.internal.TiledKernel;
import bankml.kernels.internal.VectorOnline;
import bankml.kernels.internal.VectorTiled;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Causal attention of query rows over one layer's cells: each row sees the cells up to its own
 * position. The kernel of a row follows from its class and position alone ({@link
 * AttentionKernel}), its bits from the kernel, its query and the cells it sees; the other rows of a
 * call, and the number of workers, change nothing.
 *
 * <p>One instance serves all layers of a model. It owns scratch memory: one call at a time.
 */
public final class Attention {
  /** Rows of one head that share a tile of keys and values. */
  private static final int TILE_ROWS = 64;

  private final AttentionShape shape;
  private final int referenceThreads;
  private final Workers workers;
  private final Scratch[] scratches;
  private final AtomicInteger next = new AtomicInteger();
  private int[] unitStarts = new int[16];

  /** What one worker needs. */
  private record Scratch(OnlineKernel online, TiledKernel tiled, Partial total, Partial chunk) {}

  /**
   * An attention block.
   *
   * @param referenceThreads the reference's thread count, which decides where {@link
   *     AttentionKernel#SPLIT_KV} cuts
   */
  public Attention(AttentionShape shape, int referenceThreads, Provider provider, Workers workers) {
    if (referenceThreads < 1) {
      throw new IllegalArgumentException("reference threads: " + referenceThreads);
    }
    this.shape = shape;
    this.referenceThreads = referenceThreads;
    this.workers = workers;
    scratches = new Scratch[workers.count()];
    for (int i = 0; i < scratches.length; i++) {
      scratches[i] = scratch(provider);
    }
  }

  private Scratch scratch(Provider provider) {
    int dim = shape.headDim();
    int width = shape.queryWidth();
    OnlineKernel online =
        switch (provider) {
          case SCALAR -> new ScalarOnline(dim, width, shape.scale());
          case VECTOR, MACHINE -> new VectorOnline(dim, width, shape.scale());
        };
    TiledKernel tiled =
        switch (provider) {
          case SCALAR -> new ScalarTiled(dim, width, shape.scale());
          case VECTOR, MACHINE -> new VectorTiled(dim, width, shape.scale(), TILE_ROWS);
        };
    return new Scratch(online, tiled, new Partial(dim), new Partial(dim));
  }

  /**
   * Computes {@code n} rows.
   *
   * @param q queries after RoPE, [n][heads][headDim]
   * @param classes the class of each row, [n]
   * @param positions the position of each row, [n]; its cells up to it are stored
   * @param out [n][heads][headDim]
   */
  public void attend(
      float[] q, RowClass[] classes, int[] positions, int n, KvCells cells, float[] out) {
    int units = cutIntoUnits(classes, n);
    next.set(0);
    workers.run((worker, count) -> {
      Scratch scratch = scratches[worker];
      for (int i = next.getAndIncrement(); i < units * shape.heads(); i = next.getAndIncrement()) {
        int unit = i / shape.heads();
        int head = i % shape.heads();
        int first = unitStarts[unit];
        int rows = unitStarts[unit + 1] - first;
        QueryTile tile = new QueryTile(q, out, positions, first, rows, head);
        attendHead(tile, classes[first], cells, scratch);
      }
    });
  }

  /** Cuts rows into tiles of the tiled kernel and single rows of the others. */
  private int cutIntoUnits(RowClass[] classes, int n) {
    if (unitStarts.length < n + 1) {
      unitStarts = Arrays.copyOf(unitStarts, n + 1);
    }
    int units = 0;
    for (int i = 0; i < n; units++) {
      unitStarts[units] = i;
      int end = i + 1;
      while (end < n && end - i < TILE_ROWS && isTiled(classes[i]) && isTiled(classes[end])) {
        end++;
      }
      i = end;
    }
    unitStarts[units] = n;
    return units;
  }

  private static boolean isTiled(RowClass row) {
    return AttentionKernel.choose(row, 0) == AttentionKernel.TILED;
  }

  private void attendHead(QueryTile tile, RowClass row, KvCells cells, Scratch scratch) {
    HeadCells head = cells.head(tile.head() * shape.kvHeads() / shape.heads());
    int position = tile.positions()[tile.first()];
    int kvCells = AttentionKernel.paddedCells(position);
    switch (AttentionKernel.choose(row, kvCells)) {
      case TILED -> scratch.tiled.attend(tile, head);
      case REFERENCE -> {
        scratch.online.attend(tile, head, 0, position + 1, scratch.total);
        scratch.total.writeNormalised(tile.out(), outOffset(tile));
      }
      case SPLIT_KV -> {
        splitKv(tile, head, position, kvCells, scratch);
        scratch.total.writeNormalised(tile.out(), outOffset(tile));
      }
    }
  }

  private void splitKv(QueryTile tile, HeadCells head, int position, int kvCells, Scratch scratch) {
    int chunk = (kvCells + referenceThreads - 1) / referenceThreads;
    scratch.total.clear();
    for (int from = 0; from <= position; from += chunk) {
      int to = Math.min(from + chunk, position + 1);
      scratch.online.attend(tile, head, from, to, scratch.chunk);
      scratch.total.merge(scratch.chunk);
    }
  }

  private int outOffset(QueryTile tile) {
    return tile.first() * shape.queryWidth() + tile.head() * shape.headDim();
  }
}
