// SPDX-License-Identifier: Apache-2.0
/**
 * Logits to one token, as the reference's sampler chain chooses it.
 *
 * <p>Job: the default chain of llama-server (b11192): top-k, top-p, min-p, temperature, and one
 * draw from what is left. Input: a row of logits and {@link bankml.sampling.SamplingOptions}.
 * Output: a token id.
 *
 * <p>Invariants: the same logits, options and number of draws before give the same token, on every
 * machine: candidates with equal logits stand in the order of the reference's sorting algorithms,
 * exponentials have the bits of its C library, and the generator is its {@code mt19937}. Nothing is
 * allocated for a token.
 *
 * <p>First class to read: {@link bankml.sampling.Sampler}.
 */
package bankml.sampling;
