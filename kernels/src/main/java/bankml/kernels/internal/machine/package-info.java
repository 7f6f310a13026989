// SPDX-License-Identifier: Apache-2.0
/**
 * Products in machine code that is assembled when the program starts: no native library, no build.
 * For processors with AVX2, FMA and F16C under Linux, the instructions that the reference's own
 * kernels are made of, in the same order.
 *
 * <p>First class to read: {@link bankml.kernels.internal.machine.MachineCode}, then one of the
 * kernels that are written with {@link bankml.kernels.internal.machine.Assembler}.
 */
package bankml.kernels.internal.machine;
