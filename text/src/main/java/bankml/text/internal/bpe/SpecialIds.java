// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.bpe;

import java.util.BitSet;
import java.util.OptionalInt;

/**
 * The tokens with a part of their own.
 *
 * @param addBos whether a text with special tokens begins with {@code bos}, which is there then
 * @param addEos whether it ends with {@code eos}, which is there then
 * @param endOfGeneration the tokens that end an answer
 */
record SpecialIds(
    OptionalInt bos, OptionalInt eos, boolean addBos, boolean addEos, BitSet endOfGeneration) {}
