// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Rates of one engine in tokens a second.
 *
 * @param decode 64 tokens generated one by one from an empty cache
 * @param prefill128 a prompt of 128 tokens
 * @param prefill512 a prompt of 512 tokens
 */
record Speed(double decode, double prefill128, double prefill512) {
  /** How many tokens {@link #decode} is measured over. */
  static final int GENERATED = 64;

  /** Returns the median of each rate over {@code runs}, of which there is at least one. */
  static Speed median(List<Speed> runs) {
    return new Speed(
        median(runs, Speed::decode),
        median(runs, Speed::prefill128),
        median(runs, Speed::prefill512));
  }

  private static double median(List<Speed> runs, ToDoubleFunction<Speed> rate) {
    double[] sorted = runs.stream().mapToDouble(rate).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
