// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * Keeps the tokens that surprise most nearly as much as is expected, until their probabilities sum
 * up to more than {@code p} ({@code llama_sampler_typical_apply} in the reference's {@code
 * src/llama-sampler.cpp}). They are left in that order.
 *
 * <p>One candidate whose probability is 0 makes the expected surprise, and with it all distances,
 * NaN. Then no two candidates are told apart, and where the sort leaves them is its own choice.
 */
final class Typical implements Step {
  private final float p;
  private final int minKeep;

  /** Minus the distance to the expected surprise, with the candidate's index. */
  private final long[] distances;

  Typical(float p, int minKeep, int capacity) {
    this.p = p;
    this.minKeep = minKeep;
    distances = new long[capacity];
  }

  @Override
  public void apply(Candidates candidates) {
    float[] probabilities = candidates.sortedProbabilities();
    int size = candidates.size();
    float entropy = 0;
    for (int i = 0; i < size; i++) {
      entropy += -probabilities[i] * Libm.logf(probabilities[i]);
    }
    for (int i = 0; i < size; i++) {
      float distance = Math.abs(-Libm.logf(probabilities[i]) - entropy);
      distances[i] = Entry.of(-distance, i);
    }
    StdSort.sort(distances, 0, size);
    float sum = 0;
    int kept = 0;
    while (kept < size) {
      sum += probabilities[Entry.token(distances[kept++])];
      if (sum > p && kept >= minKeep) {
        break;
      }
    }
    candidates.keepAt(distances, kept);
  }
}
