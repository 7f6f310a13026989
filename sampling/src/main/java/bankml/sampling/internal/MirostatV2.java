// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Mirostat 2: draws from the tokens that surprise no more than is wanted now ({@code
 * llama_sampler_mirostat_v2_apply} in the reference's {@code src/llama-sampler.cpp}).
 */
record MirostatV2(Surprise surprise) implements Choice {
  @Override
  public int choose(Candidates candidates) {
    float[] probabilities = candidates.sortedProbabilities();
    int kept = 0;
    while (kept < candidates.size() && !(-Libm.log2f(probabilities[kept]) > surprise.limit())) {
      kept++;
    }
    candidates.keepFirst(Math.max(kept, 1));
    return surprise.draw(candidates.sortedProbabilities(), candidates.size());
  }
}
