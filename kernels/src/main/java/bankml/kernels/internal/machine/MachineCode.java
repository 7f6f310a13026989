// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal.machine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/**
 * A function in machine code, in memory that can be executed and no longer written. All functions
 * take five addresses and two numbers, by the calling convention of the System V ABI: rdi, rsi,
 * rdx, rcx, r8, r9, and the last on the stack above the return address. Java arrays can be given as
 * they are; the collector waits while a function runs, so one call must be over in microseconds.
 *
 * @param entry where the code begins
 */
@SuppressWarnings("restricted") // what this class is for
record MachineCode(MemorySegment entry) {
  private static final int READ_WRITE = 3;
  private static final int READ_EXECUTE = 5;
  private static final int PRIVATE_ANONYMOUS = 0x22;

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle CALL =
      LINKER.downcallHandle(
          FunctionDescriptor.ofVoid(
              ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG),
          Linker.Option.critical(true));

  /**
   * Makes functions of assembled code, one a piece, or nothing where the system does not let
   * programs write code for themselves.
   */
  static Optional<MachineCode> of(Assembler assembler) {
    byte[] code = assembler.code();
    MemorySegment memory = map(code.length);
    if (memory.address() == -1) {
      return Optional.empty();
    }
    MemorySegment.copy(code, 0, memory, ValueLayout.JAVA_BYTE, 0, code.length);
    VarHandle.fullFence();
    return protect(memory) ? Optional.of(new MachineCode(memory)) : Optional.empty();
  }

  /** Calls the function. */
  void call(
      MemorySegment a,
      MemorySegment b,
      MemorySegment c,
      MemorySegment d,
      MemorySegment e,
      long f,
      long g) {
    try {
      CALL.invokeExact(entry, a, b, c, d, e, f, g);
    } catch (Throwable t) { // the handle throws nothing by itself
      throw new IllegalStateException(t);
    }
  }

  private static MemorySegment map(long bytes) {
    MethodHandle mmap =
        libc(
            "mmap",
            FunctionDescriptor.of(
                ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    try {
      MemorySegment memory =
          (MemorySegment)
              mmap.invokeExact(MemorySegment.NULL, bytes, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
      return memory.reinterpret(bytes);
    } catch (Throwable t) {
      throw new IllegalStateException(t);
    }
  }

  private static boolean protect(MemorySegment memory) {
    MethodHandle mprotect =
        libc("mprotect", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    try {
      return (int) mprotect.invokeExact(memory, memory.byteSize(), READ_EXECUTE) == 0;
    } catch (Throwable t) {
      throw new IllegalStateException(t);
    }
  }

  private static MethodHandle libc(String name, FunctionDescriptor descriptor) {
    SymbolLookup libc = LINKER.defaultLookup();
    return LINKER.downcallHandle(libc.findOrThrow(name), descriptor);
  }
}
