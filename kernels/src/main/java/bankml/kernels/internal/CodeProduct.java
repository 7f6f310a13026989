// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Workers;

/**
 * Quantised weights times quantised activations, by vectors, with the columns taken by fours where
 * they can be. Columns with irregular codes go by the specification.
 *
 * @param specification what every element is
 * @param kernel the vectors
 */
record CodeProduct(ScalarProduct specification, Kernel kernel) implements Product {
  /** The vector code of a weight format. */
  interface Kernel {
    /** Floats of scratch memory that both methods may use: eight accumulators. */
    int SCRATCH = 8 * Lanes.COUNT;

    /** Multiplies weight rows by the job's columns {@code c} to {@code c + 3}. */
    void four(Job job, int c, int from, int to, float[] scratch);

    /** Multiplies weight rows by the job's column {@code c}. */
    void one(Job job, int c, int from, int to, float[] scratch);
  }

  @Override
  public void prepare(Activations x, Workers workers) {
    specification.prepare(x, workers);
  }

  @Override
  public int scratch() {
    return Kernel.SCRATCH;
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    int count = job.columns().count();
    for (int c = 0; c < count; ) {
      if (c + 4 <= count && isRegular(job, c, 4)) {
        kernel.four(job, c, from, to, scratch);
        c += 4;
      } else if (isRegular(job, c, 1)) {
        kernel.one(job, c, from, to, scratch);
        c++;
      } else {
        specification.multiplyColumn(job, c, from, to);
        c++;
      }
    }
  }

  private static boolean isRegular(Job job, int c, int n) {
    for (int i = c; i < c + n; i++) {
      if (job.x().q8().isIrregular(job.columns().get(i))) {
        return false;
      }
    }
    return true;
  }
}
