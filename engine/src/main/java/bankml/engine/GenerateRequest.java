// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.gguf.Refusal;
import bankml.sampling.SamplingOptions;
import java.util.Arrays;
import java.util.List;

/**
 * What to continue, and how.
 *
 * @param promptTokens token ids, at least one
 * @param sampling how tokens are chosen
 * @param maxTokens tokens to generate at most, the one that ends the answer included; {@link
 *     #UNTIL_FULL} goes on to the end of the context
 * @param stop the answer ends before the first of these; empty ones are ignored, as llama-server
 *     does
 * @param cachePrompt whether rows of earlier requests may be reused, and this one's kept for later
 *     ones; it never changes the answer
 * @param topLogprobs how many of the most probable tokens are told beside each token of the answer;
 *     0 tells no logprobs at all
 */
public record GenerateRequest(
    List<Integer> promptTokens,
    SamplingOptions sampling,
    int maxTokens,
    List<String> stop,
    boolean cachePrompt,
    int topLogprobs) {
  /** No limit but the context. */
  public static final int UNTIL_FULL = -1;

  /** Refuses an empty prompt and limits that mean nothing. */
  public GenerateRequest {
    promptTokens = List.copyOf(promptTokens);
    stop = stop.stream().filter(s -> !s.isEmpty()).toList();
    if (promptTokens.isEmpty()) {
      throw new Refusal(Refusal.Kind.USAGE, "the prompt has no tokens: at least 1 is needed");
    }
    if (maxTokens < UNTIL_FULL) {
      throw new Refusal(
          Refusal.Kind.USAGE,
          "max_tokens " + maxTokens + ": 0 or more is possible, or -1 for no limit");
    }
    if (topLogprobs < 0) {
      throw new Refusal(
          Refusal.Kind.USAGE, "top_logprobs " + topLogprobs + ": 0 or more is possible");
    }
  }

  /** Returns a request to continue {@code promptTokens} to the model's own end. */
  public static GenerateRequest of(int... promptTokens) {
    return new GenerateRequest(
        Arrays.stream(promptTokens).boxed().toList(),
        SamplingOptions.DEFAULT,
        UNTIL_FULL,
        List.of(),
        true,
        0);
  }

  /** Returns this request with other sampling. */
  public GenerateRequest withSampling(SamplingOptions value) {
    return new GenerateRequest(promptTokens, value, maxTokens, stop, cachePrompt, topLogprobs);
  }

  /** Returns this request with another limit. */
  public GenerateRequest withMaxTokens(int value) {
    return new GenerateRequest(promptTokens, sampling, value, stop, cachePrompt, topLogprobs);
  }

  /** Returns this request with other stop strings. */
  public GenerateRequest withStop(List<String> value) {
    return new GenerateRequest(promptTokens, sampling, maxTokens, value, cachePrompt, topLogprobs);
  }

  /** Returns this request with or without the reuse of rows. */
  public GenerateRequest withCachePrompt(boolean value) {
    return new GenerateRequest(promptTokens, sampling, maxTokens, stop, value, topLogprobs);
  }

  /** Returns this request with logprobs, or with none for 0. */
  public GenerateRequest withTopLogprobs(int value) {
    return new GenerateRequest(promptTokens, sampling, maxTokens, stop, cachePrompt, value);
  }
}
