// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Drops all but the last of the tokens whose probability is at least {@code threshold}, with a
 * chance of {@code probability} ({@code llama_sample_xtc_apply} in the reference's {@code
 * src/llama-sampler.cpp}). Where there are two candidates or more, it draws once from a generator
 * of its own.
 */
record Xtc(float probability, float threshold, int minKeep, Mt19937 random) implements Step {
  @Override
  public void apply(Candidates candidates) {
    if (candidates.size() < 2 || random.nextFloat() > probability) {
      return;
    }
    float[] probabilities = candidates.sortedProbabilities();
    int size = candidates.size();
    int last = 0;
    for (int i = 0; i < size && probabilities[i] >= threshold; i++) {
      last = i;
    }
    if (last > 0 && size - last >= minKeep) {
      candidates.dropFirst(last);
    }
  }
}
