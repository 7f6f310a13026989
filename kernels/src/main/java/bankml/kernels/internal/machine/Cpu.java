// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

import java.lang.foreign.MemorySegment;

/**
 * What the processor can do, by its own word (cpuid; Intel 64 manual, volume 2).
 *
 * @param avx2 AVX2, FMA and F16C, and the system saves their registers
 * @param vnni AVX-512 F, DQ, BW, VL and VNNI, and the system saves their registers
 */
record Cpu(boolean avx2, boolean vnni) {
  private static final Cpu NONE = new Cpu(false, false);

  /**
   * Returns what this processor can do; nothing where functions do not follow the calling
   * convention that {@link MachineCode} states, which is that of Linux on x86-64.
   */
  static Cpu find() {
    if (!System.getProperty("os.name").equals("Linux")
        || !System.getProperty("os.arch").equals("amd64")) {
      return NONE;
    }
    return MachineCode.of(cpuid())
        .flatMap(cpuid -> MachineCode.of(xgetbv()).map(xgetbv -> find(cpuid, xgetbv)))
        .orElse(NONE);
  }

  private static Cpu find(MachineCode cpuid, MachineCode xgetbv) {
    int[] one = ask(cpuid, 1);
    if (!all(one[2], 12, 27, 28, 29)) { // FMA, the system saves registers, AVX, F16C
      return NONE;
    }
    int saved = ask(xgetbv, 0)[0];
    int[] seven = ask(cpuid, 7);
    boolean avx2 = all(saved, 1, 2) && all(seven[1], 5);
    boolean vnni = all(saved, 5, 6, 7) && all(seven[1], 16, 17, 30, 31) && all(seven[2], 11);
    return new Cpu(avx2, avx2 && vnni);
  }

  private static boolean all(int register, int... bits) {
    for (int bit : bits) {
      if ((register >>> bit & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  private static int[] ask(MachineCode function, int leaf) {
    int[] registers = new int[4];
    MemorySegment none = MemorySegment.NULL;
    function.call(MemorySegment.ofArray(registers), none, none, none, none, leaf, 0);
    return registers;
  }

  /** Writes eax, ebx, ecx and edx of the leaf in r9 to the first address. */
  private static Assembler cpuid() {
    return new Assembler()
        .bytes(0x53) // push rbx
        .bytes(0x44, 0x89, 0xc8) // mov eax, r9d
        .bytes(0x31, 0xc9) // xor ecx, ecx
        .bytes(0x0f, 0xa2) // cpuid
        .bytes(0x89, 0x07) // mov [rdi], eax
        .bytes(0x89, 0x5f, 4) // mov [rdi + 4], ebx
        .bytes(0x89, 0x4f, 8) // mov [rdi + 8], ecx
        .bytes(0x89, 0x57, 12) // mov [rdi + 12], edx
        .bytes(0x5b, 0xc3); // pop rbx, ret
  }

  /** Writes which registers the system saves, as bits, to the first address. */
  private static Assembler xgetbv() {
    return new Assembler()
        .bytes(0x31, 0xc9) // xor ecx, ecx
        .bytes(0x0f, 0x01, 0xd0) // xgetbv
        .bytes(0x89, 0x07, 0xc3); // mov [rdi], eax; ret
  }
}
