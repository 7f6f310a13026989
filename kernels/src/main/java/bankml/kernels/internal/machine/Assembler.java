// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

import bankml.kernels.internal.machine.Operand.General;
import bankml.kernels.internal.machine.Operand.Memory;
import bankml.kernels.internal.machine.Operand.Vector;
import java.io.ByteArrayOutputStream;

/**
 * Writes x86-64 instructions one after another (Intel 64 manual, volume 2). Memory operands are a
 * base register and a displacement. Jumps go back only: loops have their test at the end.
 */
final class Assembler {
  private static final int NO_REGISTER = 0;

  private final ByteArrayOutputStream code = new ByteArrayOutputStream();

  /** Returns the code so far. */
  byte[] code() {
    return code.toByteArray();
  }

  /** Returns the place of the next instruction, to jump to. */
  int here() {
    return code.size();
  }

  /** {@code target = op(source)}, of a load, conversion or broadcast. */
  Assembler unary(Op op, Vector target, Operand source) {
    return vector(op, target, NO_REGISTER, source);
  }

  /** {@code target = op(first, second)}; a fused multiply-add adds to the target. */
  Assembler binary(Op op, Vector target, Vector first, Operand second) {
    return vector(op, target, first.number(), second);
  }

  /** Writes {@code source} to memory. */
  Assembler store(Op op, Memory target, Vector source) {
    return vector(op, source, NO_REGISTER, target);
  }

  /** Copies the upper half of {@code source} to the 128-bit register {@code target}. */
  Assembler upperHalf(Vector target, Vector source) {
    vector(Op.VEXTRACTF128, source, NO_REGISTER, target);
    return bytes(1);
  }

  /** {@code target} = {@code low}'s lower half, and above it {@code high}. */
  Assembler joinHalves(Vector target, Vector low, Operand high) {
    vector(Op.VINSERTI128, target, low.number(), high);
    return bytes(1);
  }

  /** As {@link #binary}, with one float or int in memory for every lane. */
  Assembler binaryOfOne(Op op, Vector target, Vector first, Memory one) {
    evex(op, target, first.number(), one, 1 << 4);
    bytes(op.code());
    return modrm(target.number(), one);
  }

  /** As {@link #unary}, only into the lanes that mask 1 names. */
  Assembler masked(Op op, Vector target, Memory source) {
    evex(op, target, NO_REGISTER, source, 1);
    bytes(op.code());
    return modrm(target.number(), source);
  }

  /** Sets mask 1 to the lowest 16 bits of {@code lanes}. Changes rax. */
  Assembler mask(int lanes) {
    return bytes(0xb8).word(lanes).bytes(0xc5, 0xf8, 0x92, 0xc8); // mov eax; kmovw k1, eax
  }

  /** Sets every int of a register to {@code value}. Changes rax. */
  Assembler fill(Vector target, int value) {
    return bytes(0xb8).word(value).unary(Op.VPBROADCASTD_GENERAL, target, new Vector(0, 128));
  }

  /** {@code target = op(source)} with a number, such as an order of lanes. */
  Assembler unary(Op op, Vector target, Vector source, int number) {
    return vector(op, target, NO_REGISTER, source).bytes(number);
  }

  /** {@code target = op(first, second)} with a number, such as an order of lanes. */
  Assembler binary(Op op, Vector target, Vector first, Operand second, int number) {
    return vector(op, target, first.number(), second).bytes(number);
  }

  /** Sets a register to zero. */
  Assembler zero(Vector target) {
    Op xor = target.bits() == 512 || target.number() > 15 ? Op.VPXORD : Op.VXORPS;
    return binary(xor, target, target, target);
  }

  /** {@code target += value}. */
  Assembler add(General target, int value) {
    return arithmetic(0, target, value);
  }

  /** {@code target -= value}, which sets the flags for {@link #jumpIfPositive}. */
  Assembler subtract(General target, int value) {
    return arithmetic(5, target, value);
  }

  /** {@code target = source}. */
  Assembler move(General target, General source) {
    return rex(source.number(), target.number())
        .bytes(0x89, 0xc0 | low(source.number()) << 3 | low(target.number()));
  }

  /** {@code target = value}, not negative. */
  Assembler set(General target, int value) {
    return rex(0, target.number()).bytes(0xc7, 0xc0 | low(target.number())).word(value);
  }

  /** {@code target = } the eight bytes in memory. */
  Assembler load(General target, Memory source) {
    rex(target.number(), source.base().number()).bytes(0x8b);
    return modrm(target.number(), source);
  }

  /** Writes the lower four bytes of {@code source} to memory. */
  Assembler storeInt(Memory target, General source) {
    bytes(0x40 | source.number() >> 3 << 2 | target.base().number() >> 3, 0x89);
    return modrm(source.number(), target);
  }

  /** Shifts every 16 bits of {@code source} right by {@code count}. */
  Assembler shiftRight(Vector target, Vector source, int count) {
    vector(Op.VPSRLW, new Vector(2, target.bits()), target.number(), source);
    return bytes(count);
  }

  /** {@code target += source}. */
  Assembler add(General target, General source) {
    return rex(source.number(), target.number())
        .bytes(0x01, 0xc0 | low(source.number()) << 3 | low(target.number()));
  }

  /** Puts a register on the stack. */
  Assembler push(General source) {
    return bytes(0x40 | source.number() >> 3, 0x50 | low(source.number()));
  }

  /** Takes a register from the stack. */
  Assembler pop(General target) {
    return bytes(0x40 | target.number() >> 3, 0x58 | low(target.number()));
  }

  /** Subtracts 1 from the eight bytes in memory, and sets the flags. */
  Assembler decrement(Memory count) {
    rex(0, count.base().number()).bytes(0xff);
    return modrm(1, count);
  }

  /** Fetches a line of memory into the caches. */
  Assembler prefetch(Memory line) {
    bytes(0x40 | line.base().number() >> 3, 0x0f, 0x18);
    return modrm(1, line);
  }

  /** Jumps back to {@code target} while the last subtraction left more than zero. */
  Assembler jumpIfPositive(int target) {
    bytes(0x0f, 0x8f);
    return word(target - (here() + Integer.BYTES));
  }

  /** Ends a function that used vector registers. */
  Assembler end() {
    return bytes(0xc5, 0xf8, 0x77, 0xc3); // vzeroupper, ret
  }

  /** Writes bytes as they are, for the few instructions that have no method here. */
  Assembler bytes(int... values) {
    for (int value : values) {
      code.write(value);
    }
    return this;
  }

  private Assembler vector(Op op, Vector reg, int first, Operand rm) {
    boolean extended =
        op.isExtended() || reg.bits() == 512 || reg.number() > 15 || first > 15 || isExtended(rm);
    if (extended) {
      evex(op, reg, first, rm, 0);
    } else {
      vex(op, reg, first, rm);
    }
    bytes(op.code());
    return modrm(reg.number(), rm);
  }

  private static boolean isExtended(Operand rm) {
    return rm instanceof Vector v && (v.number() > 15 || v.bits() == 512);
  }

  private void vex(Op op, Vector reg, int first, Operand rm) {
    int length = reg.bits() == 256 || (rm instanceof Vector v && v.bits() == 256) ? 4 : 0;
    bytes(
        0xc4,
        inverted(reg.number() >> 3, 7) | 1 << 6 | inverted(number(rm) >> 3, 5) | op.map(),
        (~first & 15) << 3 | length | op.prefix());
  }

  private void evex(Op op, Vector reg, int first, Operand rm, int mode) {
    int width = rm instanceof Vector v ? Math.max(v.bits(), reg.bits()) : reg.bits();
    int length = width == 512 ? 2 : width == 256 ? 1 : 0;
    int x = rm instanceof Vector v ? v.number() >> 4 : 0;
    bytes(
        0x62,
        inverted(reg.number() >> 3, 7)
            | inverted(x, 6)
            | inverted(number(rm) >> 3, 5)
            | inverted(reg.number() >> 4, 4)
            | op.map(),
        (~first & 15) << 3 | 1 << 2 | op.prefix(),
        length << 5 | inverted(first >> 4, 3) | mode);
  }

  /** Returns the three bits of a register's number that fit an instruction's field. */
  private static int low(int number) {
    return number & 7;
  }

  private static int inverted(int bit, int position) {
    return (~bit & 1) << position;
  }

  private static int number(Operand rm) {
    return switch (rm) {
      case Vector v -> v.number();
      case Memory m -> m.base().number();
    };
  }

  private Assembler modrm(int reg, Operand rm) {
    int middle = low(reg) << 3;
    return switch (rm) {
      case Vector v -> bytes(0xc0 | middle | low(v.number()));
      case Memory m -> {
        bytes(0x80 | middle | low(m.base().number()));
        if (low(m.base().number()) == General.RSP.number()) {
          bytes(0x24); // these bases are followed by an index, here none
        }
        yield word(m.offset());
      }
    };
  }

  private Assembler rex(int reg, int rm) {
    return bytes(0x48 | reg >> 3 << 2 | rm >> 3);
  }

  private Assembler arithmetic(int operation, General target, int value) {
    return rex(0, target.number())
        .bytes(0x81, 0xc0 | operation << 3 | low(target.number()))
        .word(value);
  }

  private Assembler word(int value) {
    return bytes(value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff, value >>> 24);
  }
}
