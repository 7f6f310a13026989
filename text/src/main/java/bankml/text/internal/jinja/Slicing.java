// SPDX-License-Identifier: Apache-2.0
package bankml.text.internal.jinja;

import java.util.stream.IntStream;

/** Python's slices with the reference's bounds ({@code common/jinja/value.cpp}, {@code slice}). */
record Slicing(long start, long stop, long step) {

  /** Reads the arguments of a {@code slice} method: the value, a start, a stop, a step. */
  static Slicing of(Arguments arguments) {
    arguments.require(1, 4);
    arguments.requireAtLeast(2);
    arguments.whole(1);
    Value first = arguments.at(1);
    long step = arguments.count() == 2 ? 1 : arguments.atOrUndefined(3).asLong();
    long stop = arguments.atOrUndefined(2).asLong();
    if (step == 0) {
      throw new TemplateFault("the step of a slice is 0");
    }
    return new Slicing(first.asLong(), stop, step);
  }

  /** Returns the indices of the slice in a sequence of {@code size}. */
  IntStream indices(int size) {
    IntStream.Builder indices = IntStream.builder();
    if (step > 0) {
      long end = forwards(stop, size);
      for (long i = forwards(start, size); i < end; i = next(i)) {
        indices.add((int) i);
      }
    } else {
      long from = start < 0 ? Math.max(size + start, 0) : Math.min(start, size - 1);
      long end = stop < -1 ? Math.max(size + stop, -1) : Math.min(stop, size - 1);
      for (long i = from; i > end; i = next(i)) {
        if (i < size) {
          indices.add((int) i);
        }
      }
    }
    return indices.build();
  }

  private static long forwards(long bound, int size) {
    return bound < 0 ? Math.max(size + bound, 0) : Math.min(bound, size);
  }

  /** Far steps leave any sequence, and must not come around. */
  private long next(long index) {
    long far = 1L << 40;
    return index + Math.clamp(step, -far, far);
  }
}
