// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Workers;

/**
 * One product for some columns, another for many; both have the same order of summation.
 *
 * @param few reads the stored weights anew for each column
 * @param many expands weight rows once for all columns
 */
record ByCount(Product few, Product many) implements Product {
  /** From this many columns on, it pays to expand weight rows. */
  private static final int MANY = 4;

  @Override
  public void prepare(Job job, Workers workers) {
    of(job).prepare(job, workers);
  }

  @Override
  public int scratch() {
    return Math.max(few.scratch(), many.scratch());
  }

  @Override
  public int piece(Job job, int workers) {
    return of(job).piece(job, workers);
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    of(job).multiply(job, from, to, scratch);
  }

  private Product of(Job job) {
    return job.columns().count() < MANY ? few : many;
  }
}
