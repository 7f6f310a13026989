// SPDX-License-Identifier: Apache-2.0
/**
 * Logits to one token, as the reference's sampler chain chooses it.
 *
 * <p>Job: llama-server's chain (b11192): biases, penalties, DRY, cuts, XTC, temperature, and one
 * draw from what is left, or Mirostat; grammars and JSON schemas that the answer keeps to. Input:
 * the prompt's tokens, rows of logits and {@link bankml.sampling.SamplingOptions}. Output: token
 * ids.
 *
 * <p>Invariants: the same logits, options and number of draws before give the same token, on every
 * machine: candidates with equal logits stand in the order of the reference's sorting algorithms,
 * exponentials, logarithms and powers have the bits of its C library, and the generators are its
 * {@code mt19937}. Without a grammar nothing is allocated for a token.
 *
 * <p>First class to read: {@link bankml.sampling.Sampler}.
 */
package bankml.sampling;
