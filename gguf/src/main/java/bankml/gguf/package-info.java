// SPDX-License-Identifier: Apache-2.0
/**
 * File bytes to a checked, mapped model file. Input: a GGUF file (or a prefix of one). Output: its
 * header, its tensor directory, read-only tensor bytes, and the guard's verdict. No maths happens
 * here, and no tensor byte is read by the guard. Start with {@code ModelFile}.
 */
package bankml.gguf;
