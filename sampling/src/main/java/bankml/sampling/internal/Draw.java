// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * The end of the chain: draws one candidate by its probability ({@code llama_sampler_dist_apply} in
 * the reference's {@code src/llama-sampler.cpp}). Every choice takes one double of the generator,
 * also where there is nothing to choose.
 */
final class Draw implements Choice {
  private final Mt19937 random;

  /** {@code exp(logit - best)} of each candidate. */
  private final float[] weights;

  /** Starts the draws of one answer, of up to {@code capacity} candidates each. */
  Draw(long seed, int capacity) {
    random = new Mt19937(seed);
    weights = new float[capacity];
  }

  @Override
  public int choose(Candidates candidates) {
    int size = candidates.size();
    double unit = random.nextDouble();
    if (size == 1) {
      return 0;
    }
    float best = candidates.best();
    double total = 0;
    for (int i = 0; i < size; i++) {
      weights[i] = Libm.expf(candidates.logit(i) - best);
      total += weights[i];
    }
    double target = total * unit;
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += weights[i];
      if (sum >= target) {
        return i;
      }
    }
    return size - 1;
  }
}
