// SPDX-License-Identifier: Apache-2.0
/**
 * JSON schemas as grammars.
 *
 * <p>{@link bankml.sampling.internal.schema.SchemaReader} reads a schema into {@link
 * bankml.sampling.internal.schema.Schema}; {@link bankml.sampling.internal.schema.SchemaGrammar}
 * writes it as GBNF. Texts are byte strings inside: a character for each byte of UTF-8, as the
 * reference works on bytes.
 */
package bankml.sampling.internal.schema;
