// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.GenerateRequest;
import bankml.sampling.SamplingOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** How tokens are chosen and when to stop, called as in {@code /v1}; the reference's defaults. */
final class SamplingFlags {
  @Option(
      names = "--temperature",
      paramLabel = "T",
      description = "0 takes the best token (default: ${DEFAULT-VALUE}).")
  private float temperature = SamplingOptions.DEFAULT.temperature();

  @Option(
      names = "--top-k",
      paramLabel = "K",
      description = "Keep the K best tokens; 0 keeps all (default: ${DEFAULT-VALUE}).")
  private int topK = SamplingOptions.DEFAULT.topK();

  @Option(
      names = "--top-p",
      paramLabel = "P",
      description = "Keep the best tokens up to this probability (default: ${DEFAULT-VALUE}).")
  private float topP = SamplingOptions.DEFAULT.topP();

  @Option(
      names = "--min-p",
      paramLabel = "P",
      description = "Drop tokens below this part of the best one's (default: ${DEFAULT-VALUE}).")
  private float minP = SamplingOptions.DEFAULT.minP();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The same seed gives the same answer; -1 takes a new one.")
  private long seed = SamplingOptions.RANDOM_SEED;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      description = "Stop after N tokens; -1 goes on to the end of the context.")
  private int maxTokens = GenerateRequest.UNTIL_FULL;

  @Option(names = "--stop", paramLabel = "TEXT", description = "Stop before TEXT; may be repeated.")
  private final List<String> stop = new ArrayList<>();

  /** Returns a request to continue {@code promptTokens} in the way that was asked for. */
  GenerateRequest request(int[] promptTokens) {
    return GenerateRequest.of(promptTokens)
        .withSampling(new SamplingOptions(temperature, topK, topP, minP, seed))
        .withMaxTokens(maxTokens)
        .withStop(stop);
  }
}
