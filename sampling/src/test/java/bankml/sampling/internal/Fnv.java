// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

/** FNV-1a over 64 bits, to keep many answers as one number. */
final class Fnv {
  static final long START = 0xcbf29ce484222325L;

  private Fnv() {}

  static long add(long hash, long value) {
    return (hash ^ value) * 0x100000001b3L;
  }

  static long of(String text) {
    return text.chars().asLongStream().reduce(START, Fnv::add);
  }
}
