// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

/**
 * The vector instructions in use, as the Intel 64 manual (volume 2) encodes them: mandatory prefix,
 * opcode map, opcode. All have W = 0.
 */
enum Op {
  VMOVUPS_LOAD(Prefix.NONE, 1, 0x10),
  VMOVUPS_STORE(Prefix.NONE, 1, 0x11),
  VMOVSS_STORE(Prefix.F3, 1, 0x11),
  VMOVHLPS(Prefix.NONE, 1, 0x12),
  VMOVSHDUP(Prefix.F3, 1, 0x16),
  VXORPS(Prefix.NONE, 1, 0x57),
  VADDPS(Prefix.NONE, 1, 0x58),
  VMULPS(Prefix.NONE, 1, 0x59),
  VCVTDQ2PS(Prefix.NONE, 1, 0x5b),
  VHADDPS(Prefix.F2, 1, 0x7c),
  VPMADDWD(Prefix.P66, 1, 0xf5),
  VPSRLW(Prefix.P66, 1, 0x71),
  VPACKUSWB(Prefix.P66, 1, 0x67),
  VPCMPEQW(Prefix.P66, 1, 0x75),
  VPAND(Prefix.P66, 1, 0xdb),
  VPMADDUBSW(Prefix.P66, 2, 0x04),
  VPSIGNB(Prefix.P66, 2, 0x08),
  VCVTPH2PS(Prefix.P66, 2, 0x13),
  VBROADCASTSS(Prefix.P66, 2, 0x18),
  VPABSB(Prefix.P66, 2, 0x1c),
  VPABSW(Prefix.P66, 2, 0x1d),
  VPDPBUSD(Prefix.P66, 2, 0x50, true),
  VBROADCASTI32X8(Prefix.P66, 2, 0x5b, true),
  VPBROADCASTD_GENERAL(Prefix.P66, 2, 0x7c, true),
  VPXORD(Prefix.P66, 1, 0xef, true),
  VPANDD(Prefix.P66, 1, 0xdb, true),
  VPADDD(Prefix.P66, 1, 0xfe, true),
  VPSUBD(Prefix.P66, 1, 0xfa, true),
  VPBROADCASTD(Prefix.P66, 2, 0x58, true),
  VMOVDQA32(Prefix.P66, 1, 0x6f, true),
  VPSHUFD(Prefix.P66, 1, 0x70, true),
  VSHUFF32X4(Prefix.P66, 3, 0x23, true),
  VINSERTI32X8(Prefix.P66, 3, 0x3a, true),
  VPBROADCASTW(Prefix.P66, 2, 0x79),
  VFMADD231PS(Prefix.P66, 2, 0xb8),
  VEXTRACTF128(Prefix.P66, 3, 0x19),
  VINSERTI128(Prefix.P66, 3, 0x38);

  /** The legacy prefix that a vector encoding carries in two bits. */
  enum Prefix {
    NONE(0),
    P66(1),
    F3(2),
    F2(3);

    private final int bits;

    Prefix(int bits) {
      this.bits = bits;
    }
  }

  private final Prefix prefix;
  private final int map;
  private final int code;
  private final boolean extended;

  Op(Prefix prefix, int map, int code) {
    this(prefix, map, code, false);
  }

  Op(Prefix prefix, int map, int code, boolean extended) {
    this.prefix = prefix;
    this.map = map;
    this.code = code;
    this.extended = extended;
  }

  /** Returns whether the instruction is used in its AVX-512 encoding alone. */
  boolean isExtended() {
    return extended;
  }

  /** Returns the two bits that stand for the mandatory prefix. */
  int prefix() {
    return prefix.bits;
  }

  /** Returns the opcode map: 1 for 0F, 2 for 0F38, 3 for 0F3A. */
  int map() {
    return map;
  }

  /** Returns the opcode. */
  int code() {
    return code;
  }
}
