// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

import java.lang.foreign.MemorySegment;

/** What the processor can do, by its own word (cpuid; Intel 64 manual, volume 2). */
final class Cpu {
  private Cpu() {}

  /**
   * Returns whether the processor has AVX2, FMA and F16C, the system saves its registers, and
   * functions follow the calling convention that {@link MachineCode} states: Linux on x86-64.
   */
  static boolean hasAvx2() {
    if (!System.getProperty("os.name").equals("Linux")
        || !System.getProperty("os.arch").equals("amd64")) {
      return false;
    }
    MachineCode cpuid = MachineCode.of(cpuid()).orElse(null);
    if (cpuid == null) {
      return false;
    }
    int[] one = leaf(cpuid, 1);
    int fma = 1 << 12;
    int savedBySystem = 1 << 27;
    int avx = 1 << 28;
    int f16c = 1 << 29;
    int needed = fma | savedBySystem | avx | f16c;
    int avx2 = 1 << 5;
    return (one[2] & needed) == needed && (leaf(cpuid, 7)[1] & avx2) != 0;
  }

  private static int[] leaf(MachineCode cpuid, int leaf) {
    int[] registers = new int[4];
    MemorySegment none = MemorySegment.NULL;
    cpuid.call(MemorySegment.ofArray(registers), none, none, none, none, leaf, 0);
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
}
