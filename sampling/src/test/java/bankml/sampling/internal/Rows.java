// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import java.util.List;
import java.util.Random;

/** Rows of logits that are hard on samplers, each the same for the same size and seed. */
enum Rows {
  /** As models make them. */
  NORMAL {
    @Override
    float logit(int i, int size, Random random) {
      return (float) (random.nextGaussian() * 3);
    }
  },
  /** Many beyond the buckets on either side. */
  WIDE {
    @Override
    float logit(int i, int size, Random random) {
      return (float) (random.nextGaussian() * 25);
    }
  },
  /** Many equal ones. */
  TIES {
    @Override
    float logit(int i, int size, Random random) {
      return Math.round(random.nextGaussian() * 4) / 2f;
    }
  },
  /** Two values. */
  TWO {
    @Override
    float logit(int i, int size, Random random) {
      return random.nextBoolean() ? 1.5f : -2;
    }
  },
  /** One value. */
  EQUAL {
    @Override
    float logit(int i, int size, Random random) {
      return 3.25f;
    }
  },
  /** The best first. */
  FALLING {
    @Override
    float logit(int i, int size, Random random) {
      return 8 - 16f * i / size;
    }
  },
  /** The best last, with ties. */
  RISING {
    @Override
    float logit(int i, int size, Random random) {
      return Math.floorDiv(i, 3) * 12f / size;
    }
  },
  /** The best in the middle: quicksort's medians are bad ones. */
  ORGAN_PIPE {
    @Override
    float logit(int i, int size, Random random) {
      return 9.9f - Math.abs(2 * i - size) * 0.5f / size;
    }
  },
  /** Positive and negative zeros, which are equal and have other bits. */
  ZEROS {
    @Override
    float logit(int i, int size, Random random) {
      return random.nextBoolean() ? 0f : -0f;
    }
  },
  /** Most are impossible, as under a mask. */
  MASKED {
    @Override
    float logit(int i, int size, Random random) {
      return i == size / 2 || random.nextInt(20) == 0
          ? (float) random.nextGaussian()
          : Float.NEGATIVE_INFINITY;
    }
  },
  /** Far out of what exp and the buckets can hold. */
  HUGE {
    @Override
    float logit(int i, int size, Random random) {
      return (float) (random.nextGaussian() * 1e10);
    }
  },
  /** A long run of near-zero probabilities below one peak. */
  PEAKED {
    @Override
    float logit(int i, int size, Random random) {
      return i == size / 3 ? 30 : (float) (random.nextGaussian() - 60);
    }
  };

  private static final List<Rows> ALL = List.of(values());

  /** Returns a kind that {@code random} picks. */
  static Rows any(Random random) {
    return ALL.get(random.nextInt(ALL.size()));
  }

  abstract float logit(int i, int size, Random random);

  float[] make(int size, Random random) {
    float[] row = new float[size];
    for (int i = 0; i < size; i++) {
      row[i] = logit(i, size, random);
    }
    return row;
  }
}
