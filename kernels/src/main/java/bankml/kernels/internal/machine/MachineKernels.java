// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** The kernels in machine code. They are assembled once, when they are first asked for. */
public final class MachineKernels {
  private static final class Holder {
    static final Optional<MachineKernels> KERNELS =
        Cpu.hasAvx2()
            ? MachineCode.of(Dots.f16())
                .flatMap(f16 -> MachineCode.of(Dots.q80()).map(q80 -> new MachineKernels(f16, q80)))
            : Optional.empty();
  }

  private final MachineCode f16;
  private final MachineCode q80;

  private MachineKernels(MachineCode f16, MachineCode q80) {
    this.f16 = f16;
    this.q80 = q80;
  }

  /** Returns the kernels, or nothing where the processor or the system cannot run them. */
  public static Optional<MachineKernels> find() {
    return Holder.KERNELS;
  }

  /**
   * Rows of halves times a row of floats, which are halves too.
   *
   * @param weights {@code [rows][cols]} halves
   * @param x {@code [cols]} floats
   * @param y result, {@code [rows]}
   */
  public void f16Dots(MemorySegment weights, MemorySegment x, MemorySegment y, int cols, int rows) {
    f16.call(weights, x, y, MemorySegment.NULL, cols, rows);
  }

  /**
   * Rows of Q8_0 blocks times a quantised row.
   *
   * @param weights {@code [rows][cols / 32]} blocks of 34 bytes
   * @param codes {@code [cols]} bytes
   * @param scales {@code [cols / 32]} floats
   * @param y result, {@code [rows]}
   */
  public void q80Dots(
      MemorySegment weights,
      MemorySegment codes,
      MemorySegment scales,
      MemorySegment y,
      int cols,
      int rows) {
    q80.call(weights, codes, scales, y, cols, rows);
  }
}
