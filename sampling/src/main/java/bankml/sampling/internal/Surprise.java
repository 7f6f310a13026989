// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * What both Mirostats share: the limit {@code mu} of the surprise, which follows what was observed,
 * and the draw ({@code llama_sample_dist} in the reference's {@code src/llama-sampler.cpp}, which
 * is libstdc++'s {@code std::discrete_distribution}).
 */
final class Surprise {
  private final Mt19937 random;
  private final float target;
  private final float rate;
  private final double[] cumulative;
  private float limit;

  Surprise(long seed, float target, float rate, int capacity) {
    random = new Mt19937(seed);
    this.target = target;
    this.rate = rate;
    limit = 2 * target;
    cumulative = new double[capacity];
  }

  /** Returns the greatest surprise that is wanted now, in bits. */
  float limit() {
    return limit;
  }

  /** Draws one of {@code count} candidates and moves the limit by its surprise. */
  int draw(float[] probabilities, int count) {
    int index = count < 2 ? 0 : index(probabilities, count);
    float observed = -Libm.log2f(probabilities[index]);
    limit -= rate * (observed - target);
    return index;
  }

  private int index(float[] probabilities, int count) {
    double total = 0;
    for (int i = 0; i < count; i++) {
      total += probabilities[i];
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += probabilities[i] / total;
      cumulative[i] = sum;
    }
    cumulative[count - 1] = 1;
    double unit = random.nextDouble();
    int from = 0;
    int length = count;
    while (length > 0) {
      int half = length / 2;
      if (cumulative[from + half] < unit) {
        from += half + 1;
        length -= half + 1;
      } else {
        length = half;
      }
    }
    return from;
  }
}
