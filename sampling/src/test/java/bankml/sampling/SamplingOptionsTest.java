// SPDX-License-Identifier: Apache-2.0
package bankml.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import java.util.List;
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
  void everyNumberRefusesWhatIsOutOfItsRange() {
    refused("top_k", () -> DEFAULT.with(SamplingOption.TOP_K, 1.5));
    refused("top_k", () -> DEFAULT.with(SamplingOption.TOP_K, 0x1p31));
    refused("repeat_last_n", () -> DEFAULT.with(SamplingOption.REPEAT_LAST_N, -1));
    refused("repeat_penalty", () -> DEFAULT.with(SamplingOption.REPEAT_PENALTY, 0));
    refused("repeat_penalty", () -> DEFAULT.with(SamplingOption.REPEAT_PENALTY, 1e-39));
    refused("dry_base", () -> DEFAULT.with(SamplingOption.DRY_BASE, 0.9));
    refused("mirostat", () -> DEFAULT.with(SamplingOption.MIROSTAT, 3));
    refused("xtc_threshold", () -> DEFAULT.with(SamplingOption.XTC_THRESHOLD, 1.01));
    for (SamplingOption option : SamplingOption.values()) {
      refused(option.optionName(), () -> DEFAULT.with(option, Double.NaN));
      refused(option.optionName(), () -> DEFAULT.with(option, Double.POSITIVE_INFINITY));
      assertThat(SamplingOption.named(option.optionName())).contains(option);
      assertThat(DEFAULT.with(option, option.standard().doubleValue())).isEqualTo(DEFAULT);
    }
    assertThat(SamplingOption.named("top_z")).isEmpty();
  }

  @Test
  void aRefusalSaysWhatIsPossible() {
    assertThatThrownBy(() -> DEFAULT.with(SamplingOption.MIROSTAT, 3))
        .hasMessage("mirostat 3: whole numbers from 0 to 2 are possible");
    assertThatThrownBy(() -> DEFAULT.withTopP(1.5f)).hasMessage("top_p 1.5: 0 to 1 are possible");
    assertThatThrownBy(() -> DEFAULT.with(SamplingOption.REPEAT_PENALTY, -1))
        .hasMessage("repeat_penalty -1.0: finite numbers above 0 are possible");
    assertThatThrownBy(() -> DEFAULT.with(SamplingOption.MIN_KEEP, -1))
        .hasMessage("min_keep -1: whole numbers from 0 on are possible");
    assertThatThrownBy(() -> DEFAULT.with(SamplingOption.DRY_BASE, 0))
        .hasMessage("dry_base 0.0: finite numbers from 1 on are possible");
  }

  @Test
  void samplersHaveLlamaServersNames() {
    assertThat(SamplerKind.named("top_k")).isEqualTo(SamplerKind.TOP_K);
    assertThat(SamplerKind.named("Top-K")).isEqualTo(SamplerKind.TOP_K);
    assertThat(SamplerKind.named("topnsigma")).isEqualTo(SamplerKind.TOP_N_SIGMA);
    assertThat(SamplerKind.named("nucleus")).isEqualTo(SamplerKind.TOP_P);
    refused("samplers", () -> SamplerKind.named("infill"));
  }

  @Test
  void biasesAreNumbersOrNever() {
    assertThat(LogitBias.of(3, Float.NEGATIVE_INFINITY).bias()).isNegative();
    refused("logit_bias", () -> LogitBias.of(3, Float.POSITIVE_INFINITY));
    refused("logit_bias", () -> LogitBias.of("x", Float.NaN));
    refused("dry_sequence_breakers", () -> DEFAULT.withDryBreakers(List.of()));
  }

  private static void refused(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(Refusal.class).hasMessageStartingWith(name + " ");
  }
}
