// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

import static bankml.kernels.internal.machine.Op.VADDPS;
import static bankml.kernels.internal.machine.Op.VBROADCASTSS;
import static bankml.kernels.internal.machine.Op.VCVTDQ2PS;
import static bankml.kernels.internal.machine.Op.VCVTPH2PS;
import static bankml.kernels.internal.machine.Op.VFMADD231PS;
import static bankml.kernels.internal.machine.Op.VHADDPS;
import static bankml.kernels.internal.machine.Op.VMOVSS_STORE;
import static bankml.kernels.internal.machine.Op.VMOVUPS_LOAD;
import static bankml.kernels.internal.machine.Op.VMULPS;
import static bankml.kernels.internal.machine.Op.VPABSB;
import static bankml.kernels.internal.machine.Op.VPBROADCASTW;
import static bankml.kernels.internal.machine.Op.VPMADDUBSW;
import static bankml.kernels.internal.machine.Op.VPMADDWD;
import static bankml.kernels.internal.machine.Op.VPSIGNB;
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

import bankml.kernels.internal.machine.Operand.Vector;

/** Stored rows times one activation row, as the reference's AVX2 build computes each element. */
final class Dots {
  /** How far ahead of their use weights are fetched: about what a memory access takes. */
  static final int AHEAD = 1024;

  private static final Vector SUM = ymm(0);
  private static final Vector SCALE = ymm(4);
  private static final Vector ONES = ymm(15);

  private Dots() {}

  /**
   * Rows of halves: {@code ggml_vec_dot_f16} (vec.cpp). Arguments: weights, activations as floats,
   * nothing, nothing, results, columns (a multiple of 32), rows.
   */
  static Assembler f16() {
    Assembler a = new Assembler().load(RCX, at(RSP, 8));
    int row = a.here();
    for (int i = 0; i < 4; i++) {
      a.zero(ymm(i));
    }
    a.move(RAX, RSI).move(R10, R9);
    int step = a.here();
    a.prefetch(at(RDI, AHEAD));
    for (int i = 0; i < 4; i++) {
      a.unary(VCVTPH2PS, ymm(4 + i), at(RDI, 16 * i));
    }
    for (int i = 0; i < 4; i++) {
      a.binary(VFMADD231PS, ymm(i), ymm(4 + i), at(RAX, 32 * i));
    }
    a.add(RDI, 64).add(RAX, 128).subtract(R10, 32).jumpIfPositive(step);
    a.binary(VADDPS, ymm(0), ymm(0), ymm(2)).binary(VADDPS, ymm(1), ymm(1), ymm(3));
    a.binary(VADDPS, ymm(0), ymm(0), ymm(1));
    a.upperHalf(xmm(1), ymm(0)).binary(VADDPS, xmm(0), xmm(0), xmm(1));
    a.binary(VHADDPS, xmm(0), xmm(0), xmm(0)).binary(VHADDPS, xmm(0), xmm(0), xmm(0));
    a.store(VMOVSS_STORE, at(R8, 0), xmm(0));
    a.add(R8, Float.BYTES).subtract(RCX, 1).jumpIfPositive(row);
    return a.end();
  }

  /**
   * Rows of Q8_0 blocks: {@code ggml_vec_dot_q8_0_q8_0} (arch/x86/quants.c). Arguments: weights,
   * codes, scales, nothing, results, columns (a multiple of 32), rows.
   */
  static Assembler q80() {
    Assembler a = new Assembler().load(RCX, at(RSP, 8));
    ones(a, ONES);
    int row = a.here();
    a.zero(SUM).move(RAX, RSI).move(R10, RDX).move(R11, R9);
    int block = a.here();
    a.prefetch(at(RDI, AHEAD));
    scale(a);
    a.unary(VMOVUPS_LOAD, ymm(1), at(RDI, 2)).unary(VMOVUPS_LOAD, ymm(3), at(RAX, 0));
    a.unary(VPABSB, ymm(2), ymm(1)).binary(VPSIGNB, ymm(3), ymm(3), ymm(1));
    a.binary(VPMADDUBSW, ymm(2), ymm(2), ymm(3));
    addBlock(a, ymm(2));
    a.add(RDI, 34).add(RAX, 32).add(R10, 4).subtract(R11, 32).jumpIfPositive(block);
    foldHalves(a);
    a.store(VMOVSS_STORE, at(R8, 0), xmm(0));
    a.add(R8, Float.BYTES).subtract(RCX, 1).jumpIfPositive(row);
    return a.end();
  }

  /**
   * Rows of Q4_1 blocks: {@code ggml_vec_dot_q4_1_q8_1} (arch/x86/quants.c). Arguments: weights,
   * codes, scales, sums, results, columns (a multiple of 32), rows.
   */
  static Assembler q41() {
    Vector minima = xmm(6);
    Vector nibbles = ymm(14);
    Assembler a = new Assembler();
    ones(a, ONES);
    a.binary(Op.VPCMPEQW, nibbles, nibbles, nibbles);
    a.shiftRight(nibbles, nibbles, 12).binary(Op.VPACKUSWB, nibbles, nibbles, nibbles);
    int row = a.here();
    a.zero(SUM).zero(minima).move(RAX, RSI).move(R10, RDX).move(R11, RCX);
    a.push(R9);
    int block = a.here();
    a.prefetch(at(RDI, AHEAD));
    a.unary(VPBROADCASTW, xmm(4), at(RDI, 2)).unary(VCVTPH2PS, xmm(4), xmm(4));
    a.unary(VBROADCASTSS, xmm(5), at(R11, 0)).binary(VFMADD231PS, minima, xmm(4), xmm(5));
    scale(a);
    a.unary(VMOVUPS_LOAD, xmm(1), at(RDI, 4)).shiftRight(xmm(2), xmm(1), 4);
    a.joinHalves(ymm(1), ymm(1), xmm(2)).binary(Op.VPAND, ymm(1), ymm(1), nibbles);
    a.binary(VPMADDUBSW, ymm(2), ymm(1), at(RAX, 0));
    addBlock(a, ymm(2));
    a.add(RDI, 20).add(RAX, 32).add(R10, 4).add(R11, 4);
    a.subtract(R9, 32).jumpIfPositive(block);
    a.pop(R9);
    foldHalves(a);
    a.binary(VADDPS, xmm(0), xmm(0), minima).store(VMOVSS_STORE, at(R8, 0), xmm(0));
    a.add(R8, Float.BYTES).decrement(at(RSP, 8)).jumpIfPositive(row);
    return a.end();
  }

  /** Sixteen shorts of 1. */
  private static void ones(Assembler a, Vector target) {
    a.binary(Op.VPCMPEQW, target, target, target);
    a.unary(Op.VPABSW, target, target);
  }

  /** The product of both scales of a block in every lane: the weights' half and a float. */
  private static void scale(Assembler a) {
    a.unary(VPBROADCASTW, xmm(4), at(RDI, 0)).unary(VCVTPH2PS, SCALE, xmm(4));
    a.unary(VBROADCASTSS, ymm(5), at(R10, 0)).binary(VMULPS, SCALE, SCALE, ymm(5));
  }

  /** Adds the pairs of a block to the sum: {@code sum_i16_pairs_float}, then the scale. */
  private static void addBlock(Assembler a, Vector pairs) {
    a.binary(VPMADDWD, pairs, pairs, ONES).unary(VCVTDQ2PS, pairs, pairs);
    a.binary(VFMADD231PS, SUM, SCALE, pairs);
  }

  /** Adds the lanes of the sum as {@code hsum_float_8} (arch/x86/quants.c). */
  private static void foldHalves(Assembler a) {
    Vector low = xmm(SUM.number());
    a.upperHalf(xmm(1), SUM).binary(VADDPS, low, low, xmm(1));
    a.binary(Op.VMOVHLPS, xmm(1), low, low).binary(VADDPS, low, low, xmm(1));
    a.unary(Op.VMOVSHDUP, xmm(1), low).binary(VADDPS, low, low, xmm(1));
  }
}
