// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Mirostat 1: fits a power law to the 100 best tokens, and draws from as many as should give the
 * surprise that is wanted ({@code llama_sampler_mirostat_apply} in the reference's {@code
 * src/llama-sampler.cpp}).
 */
record Mirostat(Surprise surprise, int vocabularySize) implements Choice {
  private static final int FITTED = 100;

  @Override
  public int choose(Candidates candidates) {
    float[] probabilities = candidates.sortedProbabilities();
    float products = 0;
    float squares = 0;
    for (int i = 0; i < FITTED - 1 && i < candidates.size() - 1; i++) {
      float t = Libm.logf((float) (i + 2) / (float) (i + 1));
      float b = Libm.logf(probabilities[i] / probabilities[i + 1]);
      products += t * b;
      squares += t * t;
    }
    float exponent = products / squares;
    float epsilon = exponent - 1;
    float above = epsilon * Powf.powf(2, surprise.limit());
    float below = 1 - Powf.powf(vocabularySize, -epsilon);
    float k = Powf.powf(above / below, 1 / exponent);
    // What no int can hold becomes the least one in C.
    int count = k >= 1 && k < 0x1p31f ? (int) k : 1;
    candidates.keepFirst(Math.min(count, candidates.size()));
    return surprise.draw(candidates.sortedProbabilities(), candidates.size());
  }
}
