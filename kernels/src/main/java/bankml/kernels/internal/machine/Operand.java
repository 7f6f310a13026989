// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

/** What an instruction reads besides its registers: a vector register or memory. */
sealed interface Operand {
  /**
   * A vector register.
   *
   * @param number 0 to 15, or to 31 with AVX-512
   * @param bits its width: 128, 256 or 512
   */
  record Vector(int number, int bits) implements Operand {}

  /**
   * Memory at a base register plus bytes.
   *
   * @param base the address
   * @param offset bytes after it
   */
  record Memory(General base, int offset) implements Operand {}

  /** A general register. */
  enum General {
    RAX(0),
    RCX(1),
    RDX(2),
    RBX(3),
    RSP(4),
    RBP(5),
    RSI(6),
    RDI(7),
    R8(8),
    R9(9),
    R10(10),
    R11(11),
    R12(12),
    R13(13),
    R14(14),
    R15(15);

    private final int number;

    General(int number) {
      this.number = number;
    }

    /** Returns the processor's number for it. */
    int number() {
      return number;
    }
  }

  /** Returns the 256-bit register of that number. */
  static Vector ymm(int number) {
    return new Vector(number, 256);
  }

  /** Returns the lower half of {@link #ymm}. */
  static Vector xmm(int number) {
    return new Vector(number, 128);
  }

  /** Returns the 512-bit register of that number. */
  static Vector zmm(int number) {
    return new Vector(number, 512);
  }

  /** Returns the memory {@code offset} bytes after the address in {@code base}. */
  static Memory at(General base, int offset) {
    return new Memory(base, offset);
  }
}
