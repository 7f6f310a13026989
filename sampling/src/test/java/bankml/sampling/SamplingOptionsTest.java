// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SamplingOptionsTest {
  private static final SamplingOptions DEFAULT = SamplingOptions.DEFAULT;

  @Test
  void defaultsAreLlamaServers() {
    assertThat(DEFAULT).isEqualTo(new SamplingOptions(0.8f, 40, 0.95f, 0.05f, -1));
  }

  @Test
  void valuesOutOfRangeAreRefusedByName() {
    refused("temperature", () -> DEFAULT.withTemperature(-0.1f));
    refused("temperature", () -> DEFAULT.withTemperature(Float.NaN));
    refused("temperature", () -> DEFAULT.withTemperature(Float.POSITIVE_INFINITY));
    refused("top_p", () -> DEFAULT.withTopP(1.1f));
    refused("top_p", () -> DEFAULT.withTopP(Float.NaN));
    refused("min_p", () -> DEFAULT.withMinP(-1));
    refused("seed", () -> DEFAULT.withSeed(-2));
    refused("seed", () -> DEFAULT.withSeed(1L << 32));
  }

  @Test
  void aRandomSeedIsResolvedToOneThatCanBeGivenAgain() {
    SamplingOptions resolved = DEFAULT.resolved();
    assertThat(resolved.seed()).isBetween(0L, 0xffff_fffeL);
    assertThat(resolved.resolved()).isEqualTo(resolved);
    assertThat(resolved.withSeed(SamplingOptions.RANDOM_SEED)).isEqualTo(DEFAULT);
  }

  @Test
  void theReferencesNameForARandomSeedIsTaken() {
    assertThat(DEFAULT.withSeed(0xffff_ffffL).seed()).isEqualTo(SamplingOptions.RANDOM_SEED);
  }

  @Test
  void samplersThatAreNotBuiltAcceptOnlyTheirNeutralValue() {
    for (NeutralOption option : NeutralOption.values()) {
      option.require(option.neutral());
      refused(option.optionName(), () -> option.require(option.neutral() + 0.5));
      refused(option.optionName(), () -> option.require(Double.NaN));
      assertThat(NeutralOption.named(option.optionName())).contains(option);
    }
    assertThat(NeutralOption.named("top_k")).isEmpty();
  }

  private static void refused(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(Refusal.class).hasMessageStartingWith(name + " ");
  }
}
