// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal.grammar;

/**
 * The beginning of a character in UTF-8.
 *
 * @param value its bits so far
 * @param remaining how many bytes are missing; -1 where the bytes are no UTF-8
 */
record PartialChar(int value, int remaining) {
  /** No character has begun. */
  static final PartialChar NONE = new PartialChar(0, 0);
}
