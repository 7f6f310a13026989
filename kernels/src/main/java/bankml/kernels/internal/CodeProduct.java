// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Provider;
import bankml.kernels.Workers;

/**
 * Quantised weights times quantised activations by vectors. Columns with irregular codes go by the
 * specification.
 *
 * @param specification what every element is
 * @param few for some columns: reads the stored weights anew for each
 * @param many for many columns: expands weight rows once for all of them
 */
record CodeProduct(ScalarProduct specification, Kernel few, Kernel many) implements Product {
  /** From this many columns on, it pays to expand weight rows. */
  private static final int MANY = 4;

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
  public void prepare(Activations x, Workers workers) {
    x.q8().prepare(x, workers, few.reads());
  }

  @Override
  public int scratch() {
    return Math.max(few.scratch(), many.scratch());
  }

  @Override
  public void multiply(Job job, int from, int to, float[] scratch) {
    Q8Rows codes = job.x().q8();
    if (codes.hasIrregular()) {
      Columns irregular = job.columns().where(codes::isIrregular);
      Columns regular = job.columns().where(column -> !codes.isIrregular(column));
      specification.multiply(new Job(job.x(), irregular, job.y()), from, to, scratch);
      multiplyRegular(new Job(job.x(), regular, job.y()), from, to, scratch);
    } else {
      multiplyRegular(job, from, to, scratch);
    }
  }

  private void multiplyRegular(Job job, int from, int to, float[] scratch) {
    Kernel kernel = job.columns().count() < MANY ? few : many;
    kernel.multiply(job, from, to, scratch);
  }
}
