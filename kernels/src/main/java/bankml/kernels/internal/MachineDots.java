// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.gguf.Refusal;
import bankml.kernels.Activations;
import bankml.kernels.Provider;
import bankml.kernels.Workers;
import bankml.kernels.internal.machine.MachineKernels;
import java.lang.foreign.MemorySegment;

/**
 * Stored rows times single columns in machine code, which has the order of the reference because it
 * has its instructions.
 *
 * @param data the stored rows
 * @param rowBytes size of one
 * @param rows height of the matrix
 * @param cols width
 * @param kernel the function, with the form of the activations that it reads
 */
record MachineDots(MemorySegment data, long rowBytes, int rows, int cols, Kernel kernel)
    implements Product {
  private static final int PIECES_A_WORKER = 2;

  /** {@link F16#dot}, for widths that are a multiple of 32. */
  static MachineDots of(F16 format, int rows) {
    long rowBytes = (long) format.cols() * Short.BYTES;
    return new MachineDots(format.data(), rowBytes, rows, format.cols(), new Halves(code()));
  }

  /** {@link Q80#dot}. */
  static MachineDots of(Q80 format, int rows) {
    return new MachineDots(
        format.data(), format.block(1, 0), rows, format.cols(), new Codes(code()::q80Dots));
  }

  /** {@link Q41#dot}. */
  static MachineDots of(Q41 format, int rows) {
    return new MachineDots(
        format.data(), format.block(1, 0), rows, format.cols(), new Codes(code()::q41Dots));
  }

  static MachineKernels code() {
    return MachineKernels.find()
        .orElseThrow(() -> Refusal.refused("this machine cannot run kernels in machine code"));
  }

  /** One function. */
  sealed interface Kernel {
    void prepare(Activations x, Workers workers);

    void multiply(MemorySegment weights, Activations x, int column, MemorySegment y, int rows);
  }

  /** {@link F16#dot}. */
  record Halves(MachineKernels code) implements Kernel {
    @Override
    public void prepare(Activations x, Workers workers) {
      x.half().prepare(x, workers);
    }

    @Override
    public void multiply(
        MemorySegment weights, Activations x, int column, MemorySegment y, int rows) {
      code.f16Dots(weights, floats(x.half().values(), column * x.width()), y, x.width(), rows);
    }
  }

  /** A function that reads quantised activations. */
  record Codes(Function function) implements Kernel {
    /** One of the functions. */
    @FunctionalInterface
    interface Function {
      void multiply(
          MemorySegment weights, MachineKernels.Codes x, MemorySegment y, int cols, int rows);
    }

    @Override
    public void prepare(Activations x, Workers workers) {
      x.q8().prepare(x, workers, Provider.MACHINE);
    }

    @Override
    public void multiply(
        MemorySegment weights, Activations x, int column, MemorySegment y, int rows) {
      function.multiply(weights, codes(x, column), y, x.width(), rows);
    }
  }

  @Override
  public void prepare(Job job, Workers workers) {
    kernel.prepare(job.x(), workers);
  }

  @Override
  public int scratch() {
    return 0;
  }

  /** Long runs of weights keep the processor's own fetching ahead of their use. */
  @Override
  public int piece(Job job, int workers) {
    int share = Math.ceilDiv(rows, PIECES_A_WORKER * workers);
    return Math.ceilDiv(share, ProductMatrix.PIECE) * ProductMatrix.PIECE;
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    multiply(job, 0, job.columns().count(), from, to);
  }

  /** Multiplies weight rows by the job's columns {@code firstColumn} to {@code endColumn}. */
  void multiply(Job job, int firstColumn, int endColumn, int from, int to) {
    if (from == to) {
      return;
    }
    MemorySegment weights = weights(from, to);
    for (int c = firstColumn; c < endColumn; c++) {
      int column = job.columns().get(c);
      kernel.multiply(weights, job.x(), column, floats(job.y(), column * rows + from), to - from);
    }
  }

  /** Returns the stored rows from {@code from} to {@code to}. */
  MemorySegment weights(int from, int to) {
    return data.asSlice(from * rowBytes, (to - from) * rowBytes);
  }

  /** Returns the quantised rows from {@code column} on. */
  static MachineKernels.Codes codes(Activations x, int column) {
    int at = column * x.width();
    int block = at / Q8Rows.BLOCK;
    return new MachineKernels.Codes(
        MemorySegment.ofArray(x.q8().codes()).asSlice(at),
        floats(x.q8().scales(), block),
        floats(x.q8().sums(), block),
        MemorySegment.ofArray(x.q8().offsets()).asSlice((long) block * Integer.BYTES));
  }

  /** Returns the values of {@code array} from {@code from} on. */
  static MemorySegment floats(float[] array, int from) {
    return MemorySegment.ofArray(array).asSlice((long) from * Float.BYTES);
  }
}
