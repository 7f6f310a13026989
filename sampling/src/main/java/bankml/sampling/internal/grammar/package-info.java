// SPDX-License-Identifier: Apache-2.0
/**
 * Grammars in GBNF: text to rules, rules to the tokens that may come next.
 *
 * <p>{@link bankml.sampling.internal.grammar.GbnfParser} reads {@link
 * bankml.sampling.internal.grammar.Rules}; {@link bankml.sampling.internal.grammar.Automaton} walks
 * them; {@link bankml.sampling.internal.grammar.GrammarWalk} is one answer's place in it.
 */
package bankml.sampling.internal.grammar;
