// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/** The end of the chain. */
public sealed interface Choice permits Draw, Mirostat, MirostatV2 {
  /** Returns the index of the candidate drawn. What else it does to them has no meaning. */
  int choose(Candidates candidates);
}
