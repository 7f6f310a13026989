// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Provider;
import bankml.kernels.internal.machine.MachineKernels.GroupSet;
import java.lang.foreign.MemorySegment;

/**
 * {@link Q40#gemvDot} and {@link Q40#gemmDot} of regular columns in machine code: for them the two
 * are one.
 *
 * @param groups the rows, laid out anew
 * @param rows height of the matrix, a multiple of 8
 * @param code functions for the width of the rows
 */
record MachineGroups(CodeGroups groups, int rows, GroupSet code) implements CodeProduct.Kernel {

  /** Lays out {@code rows} rows, where the machine has tiles. */
  static MachineGroups of(Q40 format, int rows) {
    GroupSet code = MachineDots.code().q40Groups(format.cols());
    return new MachineGroups(CodeGroups.of(format, rows), rows, code);
  }

  @Override
  public Provider reads() {
    return Provider.MACHINE;
  }

  @Override
  public int scratch() {
    return 0;
  }

  @Override
  public void multiply(Product.Job job, int from, int to, float[] scratch) {
    int first = from / CodeGroups.ROWS;
    int end = to / CodeGroups.ROWS;
    long start = groups.group(first);
    MemorySegment weights = groups.data().asSlice(start, groups.group(end) - start);
    Columns columns = job.columns();
    int c = 0;
    while (c < columns.count()) {
      int run = Math.min(GroupSet.COLUMNS, columns.run(c));
      int column = columns.get(c);
      MemorySegment y = MachineDots.floats(job.y(), column * rows + from);
      code.multiply(weights, MachineDots.codes(job.x(), column), y, rows, run, end - first);
      c += run;
    }
  }
}
