// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.kernels.Activations;
import bankml.kernels.Provider;
import bankml.kernels.Workers;
import java.util.Arrays;

/**
 * Activation rows quantised to 8 bits in blocks of 32: the contents of the reference's {@code
 * block_q8_0}, and the sum that {@code block_q8_1} adds (ggml-common.h). A value is about its code
 * times its block's scale. For products by vectors the codes are kept in further layouts.
 */
public final class Q8Rows {
  /** Values a block. */
  static final int BLOCK = 32;

  /** How the present rows were made. */
  private enum State {
    STALE,
    /** By the specification. */
    PLAIN,
    /** By vectors, irregular rows marked. */
    MARKED,
    /** And in all layouts. */
    SPREAD
  }

  private final int maxRows;
  private final int width;
  private byte[] codes = new byte[0];
  private float[] scales = new float[0];
  private float[] sums = new float[0];
  private int[] offsets = new int[0];
  private short[] split = new short[0];
  private int[] pairs = new int[0];
  private float[] quarters = new float[0];
  private boolean[] irregular = new boolean[0];
  private State state = State.STALE;

  /** Makes a form of up to {@code maxRows} rows; its buffers come with the first use. */
  public Q8Rows(int maxRows, int width) {
    this.maxRows = maxRows;
    this.width = width;
  }

  /** Says that the rows have changed. */
  public void stale() {
    state = State.STALE;
  }

  /** Returns the codes, {@code [rows][width]}. */
  byte[] codes() {
    return codes;
  }

  /** Returns the scales as the floats that the stored halves are, {@code [rows][width / 32]}. */
  float[] scales() {
    return scales;
  }

  /** Returns each block's unrounded scale times the sum of its codes, rounded to f16 and back. */
  float[] sums() {
    return sums;
  }

  /**
   * Returns -8 times the sum of each block's codes: what makes weights of 0 to 15 out of weights of
   * -8 to 7. Made for {@link Provider#MACHINE}.
   */
  int[] offsets() {
    return offsets;
  }

  /**
   * Returns the codes as shorts, {@code [rows][width]}: of each block first those at even places,
   * then those at odd ones. They meet weights whose bytes were split the same way. Made for {@link
   * Provider#VECTOR} alone, as the layouts below.
   */
  short[] split() {
    return split;
  }

  /**
   * Returns the codes as shorts, two in an int, the first in the lower half: {@code [rows][width /
   * 2]}. An int broadcast to a vector meets two values of every row of an interleaved group.
   */
  int[] pairs() {
    return pairs;
  }

  /**
   * Returns the codes as floats, {@code [rows][width]}, each block in quarters: {@link CodeTiles}
   * says why.
   */
  float[] quarters() {
    return quarters;
  }

  /** Returns whether any row is irregular. */
  boolean hasIrregular() {
    for (boolean row : irregular) {
      if (row) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a row has a code of -128, which stands for no value. Products by vectors leave
   * such rows to the specification, which says what the reference makes of them.
   */
  boolean isIrregular(int row) {
    return irregular[row];
  }

  /**
   * Quantises the rows of {@code x} for products of {@code provider}, unless that has been done.
   */
  void prepare(Activations x, Workers workers, Provider provider) {
    State wanted =
        switch (provider) {
          case SCALAR -> State.PLAIN;
          case MACHINE -> State.MARKED;
          case VECTOR -> State.SPREAD;
        };
    if (state.compareTo(wanted) >= 0) {
      return;
    }
    allocate(wanted);
    float[] from = x.values();
    if (x.rows() == 1) {
      quantize(from, wanted, 0, 1);
    } else {
      workers.split(x.rows(), 8, (worker, a, b) -> quantize(from, wanted, a, b));
    }
    state = wanted;
  }

  private void allocate(State wanted) {
    if (codes.length == 0) {
      codes = new byte[maxRows * width];
      scales = new float[maxRows * (width / BLOCK)];
      sums = new float[maxRows * (width / BLOCK)];
    }
    if (wanted != State.PLAIN && irregular.length == 0) {
      irregular = new boolean[maxRows];
      offsets = new int[maxRows * (width / BLOCK)];
    }
    if (wanted == State.SPREAD && split.length == 0) {
      split = new short[maxRows * width];
      pairs = new int[maxRows * (width / 2)];
      quarters = new float[maxRows * width];
    }
    Arrays.fill(irregular, false);
  }

  private void quantize(float[] from, State wanted, int firstRow, int endRow) {
    int blocks = width / BLOCK;
    for (int row = firstRow; row < endRow; row++) {
      for (int b = row * blocks; b < (row + 1) * blocks; b++) {
        if (wanted == State.PLAIN) {
          ScalarQuantizer.quantize(from, this, b);
        } else if (!VectorQuantizer.quantize(from, this, b)) {
          irregular[row] = true;
        }
        if (wanted != State.PLAIN) {
          offsets[b] = offset(b * BLOCK);
        }
        if (wanted == State.SPREAD) {
          VectorQuantizer.spread(this, b * BLOCK);
        }
      }
    }
  }

  private int offset(int start) {
    int sum = 0;
    for (int i = start; i < start + BLOCK; i++) {
      sum += codes[i];
    }
    return -8 * sum;
  }
}
