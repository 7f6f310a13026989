// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/** One sampler of the chain: it drops, sorts or rescales candidates, and always leaves one. */
public sealed interface Step permits TopK, TopP, MinP, Temperature {
  /** Does its work on {@code candidates}, of which there is at least one. */
  void apply(Candidates candidates);
}
