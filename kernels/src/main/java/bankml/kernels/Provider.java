// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import bankml.kernels.internal.machine.MachineKernels;
import java.util.List;
import java.util.Locale;

/**
 * Which implementation computes. All give the same bits: the scalar one says what is computed, in
 * which order; the others are fast. Chosen once, passed explicitly.
 */
public enum Provider {
  /** The specification: plain loops, lane by lane where the reference works in lanes. */
  SCALAR,
  /** {@code jdk.incubator.vector}, with the same order of operations in every lane. */
  VECTOR,
  /**
   * Machine code assembled at start where there is a kernel in it, else as {@link #VECTOR}. For
   * Linux on x86-64 processors with AVX2, FMA and F16C, where the system lets programs write code.
   */
  MACHINE;

  private static final List<Provider> AVAILABLE =
      MachineKernels.find().isPresent() ? List.of(values()) : List.of(SCALAR, VECTOR);

  /** Returns those that this machine can run, the fastest last. */
  public static List<Provider> available() {
    return AVAILABLE;
  }

  /** Returns the fastest one that this machine can run. */
  public static Provider fastest() {
    return AVAILABLE.getLast();
  }

  /** Returns the name in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
