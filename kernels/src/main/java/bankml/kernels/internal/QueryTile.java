// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

/**
 * Consecutive rows of one query head.
 *
 * @param q queries of all rows, [n][heads][headDim]
 * @param out results of all rows, [n][heads][headDim]
 * @param positions the position of every row: its last visible cell
 * @param first the first row
 * @param rows how many rows
 * @param head the query head
 */
@SuppressWarnings("ArrayRecordComponent") // a view of shared rows, never compared
public record QueryTile(float[] q, float[] out, int[] positions, int first, int rows, int head) {}
