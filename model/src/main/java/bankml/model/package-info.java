// SPDX-License-Identifier: Apache-2.0
/**
 * Token ids and a KV cache to logits. Input: a checked model file and batches of tokens with their
 * shape classes. Output: one row of logits for each row that wants them. Invariant: a row's bits
 * depend on the model file, the tokens before it, its shape class and the {@link
 * bankml.model.Profile}; never on workers, grouping or load. Start with {@link bankml.model.Model}.
 */
package bankml.model;
