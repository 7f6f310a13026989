// SPDX-License-Identifier: Apache-2.0
package bankml.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The reference's compiled kernels, called in this process: {@code libggml-base} and {@code
 * libggml-cpu} of one build, initialised by its own {@code ggml_cpu_init}. Loaded for the life of
 * the process.
 */
@SuppressWarnings("restricted") // loading the reference is what this class is for
public final class GgmlLibrary {
  private static final Linker LINKER = Linker.nativeLinker();

  private final List<SymbolLookup> libraries;

  /**
   * Loads the libraries in the order given (a library after those it needs) and initialises the CPU
   * tables.
   */
  public GgmlLibrary(List<Path> paths) {
    libraries = paths.stream().map(p -> SymbolLookup.libraryLookup(p, Arena.global())).toList();
    try {
      function("ggml_cpu_init", FunctionDescriptor.ofVoid()).invokeExact();
    } catch (Throwable t) {
      throw new IllegalStateException("ggml_cpu_init failed", t);
    }
  }

  /** The kernels that this machine can hold ours to, and whose they are. */
  public record Kernels(GgmlLibrary library, OracleLog.Authority authority) {}

  /**
   * Returns the reference's kernels where it is present, else npm's of the same release, else
   * nothing.
   */
  public static Optional<Kernels> available() {
    return Reference.find()
        .map(reference -> new Kernels(of(reference), OracleLog.Authority.LIVE))
        .or(() ->
            NpmLibraries.build("haswell")
                .map(library -> new Kernels(library, OracleLog.Authority.NPM)));
  }

  /** Loads the build in the reference's {@code bin} folder. */
  public static GgmlLibrary of(Reference reference) {
    return new GgmlLibrary(
        List.of(reference.binary("libggml-base.so.0"), reference.binary("libggml-cpu.so.0")));
  }

  /** Returns the address of an exported symbol. Fails when no library has it. */
  public MemorySegment symbol(String name) {
    for (SymbolLookup library : libraries) {
      var found = library.find(name);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new IllegalStateException("the reference exports no " + name);
  }

  /** Returns a handle on an exported C function. */
  public MethodHandle function(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(symbol(name), descriptor);
  }

  /**
   * Returns a handle on a row converter of the shape {@code void f(const void* in, void* out,
   * int64_t n)}, such as {@code dequantize_row_q8_0} or {@code quantize_row_q8_0}.
   */
  public MethodHandle rowFunction(String name) {
    return function(
        name,
        FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
  }

  /**
   * Returns a handle on a dot product of ggml's shape: {@code void f(int n, float* s, size_t bs,
   * const void* x, size_t bx, const void* y, size_t by, int nrc)}.
   */
  public MethodHandle dotFunction(String name) {
    return function(
        name,
        FunctionDescriptor.ofVoid(
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT));
  }
}
