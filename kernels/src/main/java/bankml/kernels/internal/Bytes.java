// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Little-endian reads at any alignment, as GGUF stores numbers. */
final class Bytes {
  static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Bytes() {}

  /** Reads a half and widens it. */
  static float half(MemorySegment data, long offset) {
    return Float.float16ToFloat(data.get(SHORT, offset));
  }

  /** Reads a half from an array and widens it. */
  static float half(byte[] data, int at) {
    return Float.float16ToFloat((short) ((data[at] & 0xff) | (data[at + 1] << 8)));
  }

  /** Reads a signed byte. */
  static int code(MemorySegment data, long offset) {
    return data.get(BYTE, offset);
  }

  /**
   * Multiplies two signed codes as the reference's byte kernels do: the magnitude of {@code weight}
   * times {@code activation} with the weight's sign, which as a byte leaves -128 as it is ({@code
   * mul_sum_i8_pairs}, arch/x86/quants.c; {@code updot}, llamafile/sgemm.cpp). It differs from
   * their product only where the activation's code is -128, and codes are that only in blocks with
   * a value that is no finite number, or too small for its scale.
   */
  static int signedProduct(int weight, int activation) {
    return weight < 0 ? -weight * (byte) -activation : weight * activation;
  }
}
