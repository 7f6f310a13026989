// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Provider;
import bankml.kernels.Workers;

/**
 * Quantised weights times quantised activations by vectors. Columns with irregular codes go by the
 * specification.
 *
 * @param specification what every element is
 * @param kernel computes the regular columns
 */
record CodeProduct(ScalarProduct specification, Kernel kernel) implements Product {
  /** Vector code for regular columns. */
  interface Kernel {
    /** Returns for whom the activations are laid out that this reads. */
    default Provider reads() {
      return Provider.VECTOR;
    }

    /** Returns how many floats of scratch memory {@link #multiply} needs. */
    int scratch();

    /** As {@link Product#multiply}. */
    void multiply(Job job, int from, int to, float[] scratch);
  }

  @Override
  public void prepare(Job job, Workers workers) {
    job.x().q8().prepare(job.x(), workers, kernel.reads());
  }

  @Override
  public int scratch() {
    return kernel.scratch();
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    Q8Rows codes = job.x().q8();
    if (codes.hasIrregular()) {
      Columns irregular = job.columns().where(codes::isIrregular);
      Columns regular = job.columns().where(column -> !codes.isIrregular(column));
      specification.multiply(new Job(job.x(), irregular, job.y()), from, to, scratch);
      kernel.multiply(new Job(job.x(), regular, job.y()), from, to, scratch);
    } else {
      kernel.multiply(job, from, to, scratch);
    }
  }
}
