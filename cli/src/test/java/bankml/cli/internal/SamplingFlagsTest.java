// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bankml.gguf.Refusal;
import bankml.sampling.LogitBias;
import bankml.sampling.SamplerKind;
import bankml.sampling.SamplingOption;
import bankml.sampling.SamplingOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SamplingFlagsTest {
  /** A command that has the flags. */
  @Command(name = "any")
  private static final class Any {
    @Mixin private final SamplingFlags flags = new SamplingFlags();
  }

  @Test
  void withoutFlagsSamplingIsLlamaServers() {
    assertThat(sampling()).isEqualTo(SamplingOptions.DEFAULT);
  }

  @Test
  void everyNumberIsAFlag() {
    String help = new CommandLine(new Any()).getUsageMessage();
    for (SamplingOption option : SamplingOption.values()) {
      String flag = "--" + option.optionName().replace('_', '-');
      assertThat(help).contains(flag);
      double value = option == SamplingOption.MIROSTAT ? 2 : 1;
      assertThat(sampling(flag, Double.toString(value)))
          .isEqualTo(SamplingOptions.DEFAULT.with(option, value));
    }
  }

  @Test
  void theOthersAreFlagsToo() {
    SamplingOptions expected =
        SamplingOptions.DEFAULT
            .withSeed(7)
            .withSamplers(List.of(SamplerKind.TOP_K, SamplerKind.TEMPERATURE))
            .withDryBreakers(List.of("x", "y"))
            .withIgnoreEos(true)
            .withLogitBias(
                List.of(LogitBias.of(5, Float.NEGATIVE_INFINITY), LogitBias.of(" the", -1.5f)));
    assertThat(
            sampling(
                "--seed=7",
                "--samplers=top_k,temperature",
                "--dry-sequence-breaker=x",
                "--dry-sequence-breaker=y",
                "--ignore-eos",
                "--logit-bias=5=false",
                "--logit-bias= the=-1.5"))
        .isEqualTo(expected);
  }

  @Test
  void valuesOutOfRangeAreRefusedByName() {
    assertThatThrownBy(() -> sampling("--repeat-last-n", "-1"))
        .isInstanceOf(Refusal.class)
        .hasMessage("repeat_last_n -1: whole numbers from 0 on are possible");
    assertThatThrownBy(() -> sampling("--logit-bias", "5=much"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("--logit-bias much");
  }

  private static SamplingOptions sampling(String... arguments) {
    Any command = new Any();
    new CommandLine(command).parseArgs(arguments);
    return command.flags.request(new int[] {1}).sampling();
  }
}
