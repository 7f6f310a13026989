// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Workers;
import bankml.kernels.internal.machine.MachineKernels;
import bankml.kernels.internal.machine.MachineKernels.TileSet;
import java.lang.foreign.MemorySegment;

/**
 * Stored rows times many quantised columns in machine code: tiles for runs of neighbouring columns,
 * {@link MachineDots} for what does not fill one. Tiles multiply codes exactly, so irregular
 * columns are left to the dots, which have the reference's instructions.
 *
 * @param dots the same weights, column by column
 * @param tiles functions for the width of the rows
 */
record MachineTiles(MachineDots dots, TileSet tiles) implements Product {

  /** {@link Q80#dot}, where the machine has tiles. */
  static MachineTiles of(Q80 format, int rows) {
    MachineKernels code = MachineDots.code();
    return new MachineTiles(MachineDots.of(format, rows), code.q80Tiles(format.cols()));
  }

  @Override
  public void prepare(Job job, Workers workers) {
    dots.prepare(job, workers);
  }

  @Override
  public int scratch() {
    return 0;
  }

  @Override
  public int piece(Job job, int workers) {
    return job.columns().count() == 1 ? dots.piece(job, workers) : ProductMatrix.PIECE;
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    Columns columns = job.columns();
    int tiled = job.x().q8().hasIrregular() ? 0 : (to - from) / TileSet.ROWS * TileSet.ROWS;
    int c = 0;
    while (c < columns.count()) {
      int run = tiles.columns(columns.run(c));
      if (tiled > 0 && run > 0) {
        tile(job, from, from + tiled, columns.get(c), run);
        dots.multiply(job, c, c + run, from + tiled, to);
        c += run;
      } else {
        dots.multiply(job, c, c + 1, from, to);
        c++;
      }
    }
  }

  private void tile(Job job, int from, int to, int column, int run) {
    MemorySegment y = MachineDots.floats(job.y(), column * dots.rows() + from);
    MachineKernels.Codes x = MachineDots.codes(job.x(), column);
    tiles.multiply(dots.weights(from, to), x, y, dots.rows(), run, to - from);
  }
}
