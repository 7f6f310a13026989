// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.gguf.GgmlType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/** Seeded operands for kernels: ordinary ones, and those that break careless arithmetic. */
final class Operands {
  private static final float[] HOSTILE = {
    0f,
    -0f,
    1f,
    -1f,
    Float.MIN_VALUE,
    -Float.MIN_NORMAL,
    1e-38f,
    65504f,
    65520f,
    -1e5f,
    6e-8f,
    3e-8f,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN
  };
  private static final short[] HOSTILE_HALVES = {
    0,
    (short) 0x8000,
    1,
    (short) 0x83ff,
    0x0400,
    0x7bff,
    (short) 0xfbff,
    0x7c00,
    (short) 0xfc00,
    0x7e00,
    0x3c00
  };

  /** What an operand is made to try. */
  enum Kind {
    /** Values as models have them. */
    ORDINARY,
    /** Very small and very large magnitudes side by side, all finite. */
    WIDE,
    /** The largest codes everywhere, with equal and with opposite signs. */
    EXTREME,
    /** Some values no finite number, zero or subnormal. */
    HOSTILE,
    /** Any bits. */
    BITS
  }

  private Operands() {}

  /** Returns {@code n} activations. */
  static float[] activations(RandomGenerator random, Kind kind, int n) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] =
          switch (kind) {
            case ORDINARY -> (float) random.nextGaussian();
            case WIDE -> (float) Math.scalb(random.nextGaussian(), random.nextInt(-40, 16));
            case EXTREME -> random.nextBoolean() ? 127f : -127f;
            case HOSTILE ->
                random.nextInt(24) == 0
                    ? HOSTILE[random.nextInt(HOSTILE.length)]
                    : (float) random.nextGaussian();
            case BITS -> Float.intBitsToFloat(random.nextInt());
          };
    }
    return values;
  }

  /**
   * Returns the stored form of {@code n} values in {@code type}, outside of the heap as in files.
   */
  static MemorySegment weights(RandomGenerator random, Kind kind, GgmlType type, int n) {
    byte[] bytes = stored(random, kind, type, n);
    MemorySegment segment = Arena.ofAuto().allocate(bytes.length);
    segment.copyFrom(MemorySegment.ofArray(bytes));
    return segment;
  }

  private static byte[] stored(RandomGenerator random, Kind kind, GgmlType type, int n) {
    byte[] bytes = new byte[Math.toIntExact(type.rowBytes(n))];
    random.nextBytes(bytes);
    if (kind == Kind.BITS) {
      return bytes;
    }
    switch (type) {
      case F32 -> {
        float[] values = activations(random, kind, n);
        for (int i = 0; i < n; i++) {
          putInt(bytes, i * 4, Float.floatToRawIntBits(values[i]));
        }
      }
      case F16 -> {
        for (int i = 0; i < n; i++) {
          putHalf(bytes, i * 2, half(random, kind));
        }
      }
      default -> fillBlocks(random, kind, type, bytes);
    }
    return bytes;
  }

  private static void fillBlocks(RandomGenerator random, Kind kind, GgmlType type, byte[] bytes) {
    int halves = type == GgmlType.Q4_1 ? 2 : 1;
    for (int block = 0; block < bytes.length; block += type.typeSize()) {
      for (int h = 0; h < halves; h++) {
        putHalf(bytes, block + 2 * h, half(random, kind));
      }
      if (kind == Kind.EXTREME) {
        byte code = random.nextBoolean() ? (byte) 0x80 : 0x7f;
        for (int i = block + 2 * halves; i < block + type.typeSize(); i++) {
          bytes[i] = type == GgmlType.Q8_0 ? code : (byte) (random.nextInt(4) * 0x55);
        }
      }
    }
  }

  private static short half(RandomGenerator random, Kind kind) {
    return kind == Kind.HOSTILE && random.nextInt(6) == 0
        ? HOSTILE_HALVES[random.nextInt(HOSTILE_HALVES.length)]
        : Float.floatToFloat16((float) (random.nextGaussian() * 0.05));
  }

  private static void putHalf(byte[] bytes, int at, short half) {
    bytes[at] = (byte) half;
    bytes[at + 1] = (byte) (half >> 8);
  }

  private static void putInt(byte[] bytes, int at, int value) {
    putHalf(bytes, at, (short) value);
    putHalf(bytes, at + 2, (short) (value >> 16));
  }

  /**
   * Returns where two results first differ, or -1. Two NaNs count as equal: which payload and sign
   * an x86 operation on NaNs gives depends on the order of its operands, which a compiler may swap,
   * so the reference itself defines none.
   */
  static int firstDifference(float[] expected, float[] actual) {
    for (int i = 0; i < expected.length; i++) {
      boolean bothNaN = Float.isNaN(expected[i]) && Float.isNaN(actual[i]);
      if (!bothNaN && Float.floatToRawIntBits(expected[i]) != Float.floatToRawIntBits(actual[i])) {
        return i;
      }
    }
    return expected.length == actual.length ? -1 : Math.min(expected.length, actual.length);
  }
}
