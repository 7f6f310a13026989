// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/**
 * A candidate as one long, so that arrays of them sort without objects: the logit's bits above, the
 * token below.
 */
final class Entry {
  private Entry() {}

  static long of(float logit, int token) {
    return ((long) Float.floatToRawIntBits(logit) << 32) | token;
  }

  static float logit(long entry) {
    return Float.intBitsToFloat((int) (entry >>> 32));
  }

  static int token(long entry) {
    return (int) entry;
  }

  /** Whether {@code a} comes before {@code b}: the one comparison that candidates are sorted by. */
  static boolean better(long a, long b) {
    return logit(a) > logit(b);
  }
}
