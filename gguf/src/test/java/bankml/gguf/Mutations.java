// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Alters a file at random: bits, bytes, numbers that break parsers, pieces moved or lost. */
final class Mutations {
  private static final long[] NUMBERS = {
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    12,
    13,
    31,
    32,
    33,
    42,
    43,
    63,
    64,
    65,
    128,
    142,
    143,
    255,
    256,
    1 << 16,
    (1L << 30) - 1,
    1L << 30,
    (1L << 30) + 1,
    Integer.MAX_VALUE,
    1L << 31,
    (1L << 32) - 1,
    1L << 32,
    1L << 60,
    1L << 61,
    1L << 62,
    Long.MAX_VALUE - 31,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -32,
    -2,
    -1,
  };
  private static final int MOST = 5;

  private final RandomGenerator random;
  private final int within;

  /** Alters the first {@code within} bytes only: a header, or a part of one. */
  Mutations(RandomGenerator random, int within) {
    this.random = random;
    this.within = within;
  }

  /** Returns an altered copy of {@code file}. */
  byte[] of(byte[] file) {
    byte[] altered = file.clone();
    int count = 1 + random.nextInt(MOST);
    for (int i = 0; i < count; i++) {
      altered = once(altered);
    }
    return altered;
  }

  private byte[] once(byte[] bytes) {
    int at = random.nextInt(Math.max(1, Math.min(within, bytes.length)));
    return switch (random.nextInt(8)) {
      case 0 -> flipped(bytes, at);
      case 1 -> number(bytes, at, Byte.BYTES);
      case 2, 3 -> number(bytes, at, Integer.BYTES);
      case 4, 5 -> number(bytes, at, Long.BYTES);
      case 6 -> moved(bytes, at);
      default -> random.nextInt(3) == 0 ? Arrays.copyOf(bytes, at) : flipped(bytes, at);
    };
  }

  private byte[] flipped(byte[] bytes, int at) {
    if (at < bytes.length) {
      bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }
    return bytes;
  }

  /** Puts a number over {@code size} bytes, or adds a small one to what is there. */
  private byte[] number(byte[] bytes, int at, int size) {
    if (at + Long.BYTES > bytes.length) {
      return bytes;
    }
    MemorySegment segment = MemorySegment.ofArray(bytes);
    long value =
        random.nextBoolean()
            ? NUMBERS[random.nextInt(NUMBERS.length)]
            : segment.get(LittleEndian.LONG, at) + random.nextInt(-3, 4);
    for (int i = 0; i < size; i++) {
      bytes[at + i] = (byte) (value >>> (8 * i));
    }
    return bytes;
  }

  /** Takes a piece away, doubles one, or copies one over another. */
  private byte[] moved(byte[] bytes, int at) {
    int length = Math.min(1 + random.nextInt(32), bytes.length - at);
    return switch (random.nextInt(3)) {
      case 0 -> joined(bytes, at, at + length);
      case 1 -> joined(bytes, at + length, at);
      default -> {
        int from = random.nextInt(bytes.length - length + 1);
        System.arraycopy(bytes, from, bytes, at, length);
        yield bytes;
      }
    };
  }

  private static byte[] joined(byte[] bytes, int end, int start) {
    byte[] joined = Arrays.copyOf(bytes, end + bytes.length - start);
    System.arraycopy(bytes, start, joined, end, bytes.length - start);
    return joined;
  }
}
