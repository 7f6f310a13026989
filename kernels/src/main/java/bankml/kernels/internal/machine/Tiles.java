// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

import static bankml.kernels.internal.machine.Op.VADDPS;
import static bankml.kernels.internal.machine.Op.VBROADCASTI32X8;
import static bankml.kernels.internal.machine.Op.VBROADCASTSS;
import static bankml.kernels.internal.machine.Op.VCVTDQ2PS;
import static bankml.kernels.internal.machine.Op.VCVTPH2PS;
import static bankml.kernels.internal.machine.Op.VFMADD231PS;
import static bankml.kernels.internal.machine.Op.VINSERTI32X8;
import static bankml.kernels.internal.machine.Op.VMOVDQA32;
import static bankml.kernels.internal.machine.Op.VMOVSS_STORE;
import static bankml.kernels.internal.machine.Op.VMOVUPS_LOAD;
import static bankml.kernels.internal.machine.Op.VMULPS;
import static bankml.kernels.internal.machine.Op.VPBROADCASTW;
import static bankml.kernels.internal.machine.Op.VPDPBUSD;
import static bankml.kernels.internal.machine.Op.VPSHUFD;
import static bankml.kernels.internal.machine.Op.VPSUBD;
import static bankml.kernels.internal.machine.Op.VPXORD;
import static bankml.kernels.internal.machine.Op.VSHUFF32X4;
import static bankml.kernels.internal.machine.Operand.General.R10;
import static bankml.kernels.internal.machine.Operand.General.R11;
import static bankml.kernels.internal.machine.Operand.General.R8;
import static bankml.kernels.internal.machine.Operand.General.R9;
import static bankml.kernels.internal.machine.Operand.General.RAX;
import static bankml.kernels.internal.machine.Operand.General.RCX;
import static bankml.kernels.internal.machine.Operand.General.RDI;
import static bankml.kernels.internal.machine.Operand.General.RDX;
import static bankml.kernels.internal.machine.Operand.General.RSI;
import static bankml.kernels.internal.machine.Operand.General.RSP;
import static bankml.kernels.internal.machine.Operand.at;
import static bankml.kernels.internal.machine.Operand.xmm;
import static bankml.kernels.internal.machine.Operand.ymm;
import static bankml.kernels.internal.machine.Operand.zmm;

import bankml.kernels.internal.machine.Operand.Vector;

/**
 * Stored rows times several activation rows with AVX-512 and VNNI. Each element has the order of
 * the AVX2 kernel: eight lanes, one fused operation a block. A register holds the lanes of two
 * activation rows, and integer sums are exact in any order.
 */
final class Tiles {
  /** Weight rows of a tile. */
  static final int ROWS = 4;

  /** The most pairs of activation rows of a tile. */
  static final int PAIRS = 4;

  private static final int WEIGHTS = 16;
  private static final int SCALES = 20;
  private static final Vector CODES = zmm(24);
  private static final Vector OFFSET = zmm(25);
  private static final Vector COLUMN_SCALE = zmm(26);
  private static final Vector SUM = zmm(27);
  private static final Vector SCALE = zmm(28);
  private static final Vector ZERO = zmm(30);
  private static final Vector HIGH_BITS = zmm(31);

  private Tiles() {}

  /**
   * Rows of Q8_0 blocks, four at a time, times neighbouring quantised rows. Weights are shifted to
   * 0..255, which the instruction wants, and 128 times the sum of the activations is taken off.
   * Arguments: weights, codes, scales, nothing, results, fours of rows, bytes from the results of
   * an activation row to those of the next.
   *
   * @param cols width, a multiple of 32
   * @param pairs half the number of activation rows, 1 to {@link #PAIRS}
   */
  static Assembler q80(int cols, int pairs) {
    int blocks = cols / 32;
    int rowBytes = blocks * 34;
    int scaleBytes = blocks * Float.BYTES;
    Assembler a = new Assembler();
    a.fill(HIGH_BITS, 0x80808080).zero(ZERO).mask(0xff00);
    int four = a.here();
    for (int i = 0; i < ROWS * pairs; i++) {
      a.zero(zmm(i));
    }
    a.move(R11, RDI).move(RAX, RSI).move(R10, RDX).set(RCX, blocks);
    int block = a.here();
    for (int r = 0; r < ROWS; r++) {
      Vector weights = zmm(WEIGHTS + r);
      a.unary(VBROADCASTI32X8, weights, at(R11, r * rowBytes + 2));
      a.binary(VPXORD, weights, weights, HIGH_BITS);
      a.unary(VPBROADCASTW, ymm(SCALES + r), at(R11, r * rowBytes));
      a.unary(VCVTPH2PS, zmm(SCALES + r), ymm(SCALES + r));
    }
    for (int p = 0; p < pairs; p++) {
      a.unary(VMOVUPS_LOAD, ymm(CODES.number()), at(RAX, 2 * p * cols));
      a.binary(VINSERTI32X8, CODES, CODES, at(RAX, (2 * p + 1) * cols), 1);
      a.zero(OFFSET).binary(VPDPBUSD, OFFSET, HIGH_BITS, CODES);
      a.binary(VPSUBD, OFFSET, ZERO, OFFSET);
      a.unary(VBROADCASTSS, COLUMN_SCALE, at(R10, 2 * p * scaleBytes));
      a.masked(VBROADCASTSS, COLUMN_SCALE, at(R10, (2 * p + 1) * scaleBytes));
      for (int r = 0; r < ROWS; r++) {
        a.unary(VMOVDQA32, SUM, OFFSET).binary(VPDPBUSD, SUM, zmm(WEIGHTS + r), CODES);
        a.unary(VCVTDQ2PS, SUM, SUM).binary(VMULPS, SCALE, zmm(SCALES + r), COLUMN_SCALE);
        a.binary(VFMADD231PS, zmm(p * ROWS + r), SCALE, SUM);
      }
    }
    a.add(R11, 34).add(RAX, 32).add(R10, Float.BYTES).subtract(RCX, 1).jumpIfPositive(block);
    a.load(RCX, at(RSP, 8)).move(RAX, R8).move(R10, R8).add(R10, RCX);
    for (int p = 0; p < pairs; p++) {
      for (int r = 0; r < ROWS; r++) {
        fold(a, zmm(p * ROWS + r));
        a.store(VMOVSS_STORE, at(RAX, r * Float.BYTES), xmm(p * ROWS + r));
        a.binary(VSHUFF32X4, SUM, zmm(p * ROWS + r), zmm(p * ROWS + r), 2);
        a.store(VMOVSS_STORE, at(R10, r * Float.BYTES), xmm(SUM.number()));
      }
      a.add(RAX, RCX).add(RAX, RCX).add(R10, RCX).add(R10, RCX);
    }
    a.add(RDI, ROWS * rowBytes).add(R8, ROWS * Float.BYTES);
    a.subtract(R9, 1).jumpIfPositive(four);
    return a.end();
  }

  /**
   * Q4_0 rows in groups of eight ({@code CodeGroups}) times neighbouring quantised rows: {@code
   * ggml_gemv_q4_0_8x8_q8_0} and {@code ggml_gemm_q4_0_8x8_q8_0} (arch/x86/repack.cpp), whose lanes
   * are weight rows. Nibbles are taken as 0..15, and 8 times the sum of the activations' block is
   * taken off. Arguments: groups, codes, scales, what is taken off as ints, results, number of
   * groups, bytes from the results of an activation row to those of the next.
   *
   * @param cols width, a multiple of 32
   * @param columns number of activation rows, 1 to 8
   */
  static Assembler q40(int cols, int columns) {
    int blocks = cols / 32;
    int scaleBytes = blocks * Float.BYTES;
    Vector nibbles = ymm(31);
    Vector scales = ymm(24);
    Vector sum = ymm(25);
    Vector scale = ymm(26);
    int chains = columns < 3 ? 4 : 1; // a single column would wait for each sum
    Assembler a = new Assembler().fill(nibbles, 0x0f0f0f0f);
    int group = a.here();
    for (int c = 0; c < columns; c++) {
      a.zero(ymm(c));
    }
    a.move(RAX, RSI).move(R10, RDX).move(R11, RCX).push(R9).set(R9, blocks);
    int block = a.here();
    if (columns == 1) {
      for (int line = 0; line < 3; line++) {
        a.prefetch(at(RDI, Dots.AHEAD + 64 * line));
      }
    }
    a.unary(VMOVUPS_LOAD, scales, at(RDI, 0));
    for (int v = 0; v < 4; v++) {
      Vector low = ymm(16 + v);
      Vector high = ymm(20 + v);
      a.unary(VMOVUPS_LOAD, high, at(RDI, 32 + 32 * v)).binary(Op.VPANDD, low, high, nibbles);
      a.shiftRight(high, high, 4).binary(Op.VPANDD, high, high, nibbles);
    }
    for (int c = 0; c < columns; c++) {
      a.unary(Op.VPBROADCASTD, sum, at(R11, c * scaleBytes));
      for (int chain = 1; chain < chains; chain++) {
        a.zero(ymm(sum.number() + 1 + chain));
      }
      for (int v = 0; v < 8; v++) {
        Vector part = v % chains == 0 ? sum : ymm(sum.number() + 1 + v % chains);
        a.binaryOfOne(VPDPBUSD, part, ymm(16 + v), at(RAX, c * cols + 4 * v));
      }
      for (int chain = 1; chain < chains; chain++) {
        a.binary(Op.VPADDD, sum, sum, ymm(sum.number() + 1 + chain));
      }
      a.unary(VCVTDQ2PS, sum, sum).binaryOfOne(VMULPS, scale, scales, at(R10, c * scaleBytes));
      a.binary(VFMADD231PS, ymm(c), sum, scale);
    }
    a.add(RDI, 160).add(RAX, 32).add(R10, Float.BYTES).add(R11, Integer.BYTES);
    a.subtract(R9, 1).jumpIfPositive(block);
    a.pop(R9).load(R10, at(RSP, 8)).move(RAX, R8);
    for (int c = 0; c < columns; c++) {
      a.store(Op.VMOVUPS_STORE, at(RAX, 0), ymm(c)).add(RAX, R10);
    }
    a.add(R8, 32).subtract(R9, 1).jumpIfPositive(group);
    return a.end();
  }

  /** Adds the lanes of both halves, each as {@code hsum_float_8} (arch/x86/quants.c). */
  private static void fold(Assembler a, Vector sum) {
    a.binary(VSHUFF32X4, SUM, sum, sum, 0b10_11_00_01).binary(VADDPS, sum, sum, SUM);
    a.unary(VPSHUFD, SUM, sum, 0b01_00_11_10).binary(VADDPS, sum, sum, SUM);
    a.unary(VPSHUFD, SUM, sum, 0b10_11_00_01).binary(VADDPS, sum, sum, SUM);
  }
}
