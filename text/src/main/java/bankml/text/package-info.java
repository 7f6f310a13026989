// SPDX-License-Identifier: Apache-2.0

/**
 * Strings to token ids and back; messages to a prompt.
 *
 * <p>In: a checked header, text, token ids, messages. Out: token ids, bytes, text. Invariants:
 * token ids and prompts equal the reference's; every type but {@link bankml.text.StreamDecoder} is
 * immutable; input of any length takes time linear (times a logarithm) and memory linear in it.
 * Read {@link bankml.text.Tokenizer} first.
 */
package bankml.text;
