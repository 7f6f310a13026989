// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/** One sampler of the chain: it drops, sorts or rescales candidates, and always leaves one. */
public sealed interface Step
    permits LogitBiases,
        Penalties,
        Dry,
        TopNSigma,
        TopK,
        Typical,
        TopP,
        MinP,
        Xtc,
        Temperature,
        DynamicTemperature {
  /** Does its work on {@code candidates}, of which there is at least one. */
  void apply(Candidates candidates);

  /** Is told the next token of the prompt or of the answer. */
  default void accept(int token) {}
}
