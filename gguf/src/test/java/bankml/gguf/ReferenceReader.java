// SPDX-License-Identifier: Apache-2.0
package bankml.gguf;

import bankml.testkit.GgmlLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The reference's own header reader, {@code gguf_init_from_buffer}, called in this process without
 * its tensor context: it then allocates no tensors, and none of its assertions can fail.
 */
@SuppressWarnings("restricted") // calling the reference is what this class is for
final class ReferenceReader implements AutoCloseable {
  private static final MemoryLayout PARAMS =
      MemoryLayout.structLayout(
          ValueLayout.JAVA_BOOLEAN.withName("no_alloc"),
          MemoryLayout.paddingLayout(7),
          ValueLayout.ADDRESS.withName("ctx"));

  private final Arena arena = Arena.ofConfined();
  private final GgmlLibrary library;
  private final MethodHandle init;
  private final MethodHandle free;
  private final MemorySegment params = arena.allocate(PARAMS);

  ReferenceReader(GgmlLibrary library) {
    this.library = library;
    init =
        library.function(
            "gguf_init_from_buffer",
            FunctionDescriptor.of(
                ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, PARAMS));
    free = library.function("gguf_free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
    silence();
  }

  /** Whether the reference opens {@code file}. */
  boolean opens(byte[] file) {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment bytes = call.allocateFrom(ValueLayout.JAVA_BYTE, file);
      MemorySegment context = (MemorySegment) init.invokeExact(bytes, (long) file.length, params);
      if (context.address() == 0) {
        return false;
      }
      free.invokeExact(context);
      return true;
    } catch (Throwable t) {
      throw new IllegalStateException(t);
    }
  }

  /** The reference says why it refuses on standard error; thousands of mutants would fill it. */
  private void silence() {
    try {
      MethodHandle nothing =
          MethodHandles.empty(
              MethodType.methodType(
                  void.class, int.class, MemorySegment.class, MemorySegment.class));
      MemorySegment log =
          Linker.nativeLinker()
              .upcallStub(
                  nothing,
                  FunctionDescriptor.ofVoid(
                      ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS),
                  arena);
      setLog(log);
    } catch (Throwable t) {
      throw new IllegalStateException(t);
    }
  }

  private void setLog(MemorySegment log) throws Throwable {
    library
        .function(
            "ggml_log_set", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS))
        .invokeExact(log, MemorySegment.NULL);
  }

  @Override
  public void close() {
    try {
      setLog(MemorySegment.NULL);
    } catch (Throwable t) {
      throw new IllegalStateException(t);
    }
    arena.close();
  }
}
