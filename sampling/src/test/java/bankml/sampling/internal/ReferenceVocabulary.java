// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import bankml.testkit.GgmlLibrary;
import bankml.testkit.Reference;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.List;

/**
 * The reference's {@code libllama} and the vocabularies that it reads from model files, for the
 * life of the process.
 */
@SuppressWarnings("restricted") // calls the reference
final class ReferenceVocabulary {
  /** {@code llama_model_params} is 80 bytes long; {@code vocab_only} is the first flag in it. */
  private static final StructLayout PARAMS =
      MemoryLayout.structLayout(MemoryLayout.sequenceLayout(10, JAVA_LONG));

  private static final long VOCAB_ONLY = 72;

  private final GgmlLibrary library;

  /** Loads the library and makes it silent. */
  ReferenceVocabulary(Reference reference) {
    library =
        new GgmlLibrary(
            List.of(
                reference.binary("libggml-base.so.0"),
                reference.binary("libggml-cpu.so.0"),
                reference.binary("libggml.so.0"),
                reference.binary("libllama.so.0")));
    try {
      var log =
          MethodHandles.lookup()
              .findStatic(
                  ReferenceVocabulary.class,
                  "silence",
                  MethodType.methodType(
                      void.class, int.class, MemorySegment.class, MemorySegment.class));
      MemorySegment stub =
          Linker.nativeLinker()
              .upcallStub(
                  log, FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS, ADDRESS), Arena.global());
      library
          .function("llama_log_set", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS))
          .invokeExact(stub, MemorySegment.NULL);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // called by the reference
  private static void silence(int level, MemorySegment text, MemorySegment data) {}

  GgmlLibrary library() {
    return library;
  }

  /** Returns the {@code llama_vocab} of {@code file}. */
  MemorySegment of(Path file) {
    Arena arena = Arena.global();
    try {
      SegmentAllocator allocator = arena;
      MemorySegment params =
          (MemorySegment)
              library
                  .function("llama_model_default_params", FunctionDescriptor.of(PARAMS))
                  .invokeExact(allocator);
      params.set(JAVA_BOOLEAN, VOCAB_ONLY, true);
      MemorySegment model =
          (MemorySegment)
              library
                  .function(
                      "llama_model_load_from_file", FunctionDescriptor.of(ADDRESS, ADDRESS, PARAMS))
                  .invokeExact(arena.allocateFrom(file.toString()), params);
      if (model.address() == 0) {
        throw new IllegalStateException("the reference does not read " + file);
      }
      return (MemorySegment)
          library
              .function("llama_model_get_vocab", FunctionDescriptor.of(ADDRESS, ADDRESS))
              .invokeExact(model);
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
