// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

/**
 * Which of two implementations computes. Both give the same bits: the scalar one says what is
 * computed, in which order; the vector one is fast. Chosen once, passed explicitly.
 */
public enum Provider {
  /** The specification: plain loops, lane by lane where the reference works in lanes. */
  SCALAR,
  /** {@code jdk.incubator.vector}, with the same order of operations in every lane. */
  VECTOR
}
