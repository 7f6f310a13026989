// SPDX-License-Identifier: Apache-2.0

/**
 * A Jinja engine with the reference's dialect, semantics and quirks ({@code common/jinja} of
 * llama.cpp b11192): template text to a {@link bankml.text.internal.jinja.Program}, a program and
 * its variables to text.
 *
 * <p>In: template text, variables as {@link bankml.text.internal.jinja.Value}s. Out: a {@link
 * bankml.text.internal.jinja.Str}, or a {@link bankml.text.internal.jinja.TemplateFault} with the
 * reason. Invariants: what the reference renders is rendered to the same bytes, what it fails on
 * fails; a hostile template ends in a fault, never in a hang or a full memory. All text inside is
 * {@linkplain bankml.text.internal.jinja.ByteText bytes of UTF-8, one a char}, because the
 * reference's strings are bytes.
 *
 * <p>Read {@link bankml.text.internal.jinja.Program} first, then {@code Lexer}, {@code Parser},
 * {@code Interpreter}.
 */
package bankml.text.internal.jinja;
