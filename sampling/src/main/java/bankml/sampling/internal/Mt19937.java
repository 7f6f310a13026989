// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * The Mersenne Twister of Matsumoto and Nishimura (1998), as C++'s {@code std::mt19937} defines it.
 * One thread.
 */
public final class Mt19937 {
  private static final int WORDS = 624;
  private static final int MIDDLE = 397;
  private static final int TWIST = 0x9908b0df;
  private static final int UPPER_BIT = 0x80000000;

  private final int[] state = new int[WORDS];
  private int next = WORDS;

  /** Starts with the low 32 bits of {@code seed}. */
  public Mt19937(long seed) {
    state[0] = (int) seed;
    for (int i = 1; i < WORDS; i++) {
      state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    }
  }

  /** Returns the next 32 bits. */
  public int nextInt() {
    if (next == WORDS) {
      twist();
    }
    int y = state[next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return y ^ (y >>> 18);
  }

  /**
   * Returns the next double in [0, 1), as libstdc++'s {@code uniform_real_distribution<double>}
   * makes it of two draws: the first is the lower half of 64 bits, and their sum is rounded.
   */
  public double nextDouble() {
    double low = Integer.toUnsignedLong(nextInt());
    double high = Integer.toUnsignedLong(nextInt()) * 0x1p32;
    double unit = (low + high) * 0x1p-64;
    return unit < 1 ? unit : Math.nextDown(1.0);
  }

  /** Returns the next float in [0, 1), as {@code uniform_real_distribution<float>} makes it. */
  float nextFloat() {
    float unit = (float) Integer.toUnsignedLong(nextInt()) * 0x1p-32f;
    return unit < 1 ? unit : Math.nextDown(1f);
  }

  private void twist() {
    for (int i = 0; i < WORDS; i++) {
      int y = (state[i] & UPPER_BIT) | (state[(i + 1) % WORDS] & ~UPPER_BIT);
      state[i] = state[(i + MIDDLE) % WORDS] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : TWIST);
    }
    next = 0;
  }
}
