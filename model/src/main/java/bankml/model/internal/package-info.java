// SPDX-License-Identifier: Apache-2.0
/**
 * One architecture, the Llama graph: what its header and tensors must be ({@code LlamaHeader},
 * {@code LlamaTensor}), its bound weights and its forward pass ({@code LlamaGraph}, the class to
 * read first).
 */
package bankml.model.internal;
