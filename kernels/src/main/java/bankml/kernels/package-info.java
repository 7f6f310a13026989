// SPDX-License-Identifier: Apache-2.0
/**
 * Blocks of weights times activations to numbers: weight formats, matrix products, norms, position
 * encoding and attention. Input: stored tensors ({@code MemorySegment}) and rows of floats, {@code
 * [rows][width]} row-major. Output: rows of floats.
 *
 * <p>Every kernel exists twice, as a scalar specification and as a vector implementation ({@link
 * bankml.kernels.Provider}), with the same bits. A result depends on the operands and the {@link
 * bankml.kernels.RowClass} of its row, never on the number of {@link bankml.kernels.Workers}, on
 * what else is in the batch, or on the machine. Start with {@link bankml.kernels.Matrix}.
 */
package bankml.kernels;
