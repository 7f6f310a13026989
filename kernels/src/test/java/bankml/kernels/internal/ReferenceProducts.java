// SPDX-License-Identifier: Apache-2.0
package bankml.kernels.internal;

import bankml.gguf.GgmlType;
import bankml.kernels.Matrix.Repack;
import bankml.testkit.GgmlLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The reference's quantisers, dot products and whole matrix products, called in this process. */
final class ReferenceProducts {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final MemoryLayout ADDRESS = ValueLayout.ADDRESS;
  private static final MemoryLayout INIT_PARAMS =
      MemoryLayout.structLayout(
          LONG.withName("mem_size"),
          ValueLayout.ADDRESS.withName("mem_buffer"),
          ValueLayout.JAVA_BOOLEAN.withName("no_alloc"),
          MemoryLayout.paddingLayout(7));

  /** {@code ggml_backend_cpu_repack_buffer_type}, which is C++. */
  private static final String REPACK_BUFFERS = "_Z35ggml_backend_cpu_repack_buffer_typev";

  private final GgmlLibrary library;

  ReferenceProducts(GgmlLibrary library) {
    this.library = library;
  }

  /** Runs a row converter from floats; the result takes {@code bytes} bytes. */
  byte[] fromFloats(String function, float[] values, int bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(bytes, 64);
      library
          .rowFunction(function)
          .invokeExact(arena.allocateFrom(FLOAT, values), out, (long) values.length);
      return out.toArray(ValueLayout.JAVA_BYTE);
    } catch (Throwable t) {
      throw new IllegalStateException(function, t);
    }
  }

  /** Runs a row converter to {@code n} floats. */
  float[] toFloats(String function, MemorySegment stored, int n) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(4L * n, 64);
      library.rowFunction(function).invokeExact(stored, out, (long) n);
      return out.toArray(FLOAT);
    } catch (Throwable t) {
      throw new IllegalStateException(function, t);
    }
  }

  /** Runs {@code ggml_vec_dot_*} over {@code n} values. */
  float dot(String function, MemorySegment weights, MemorySegment activations, int n) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(FLOAT);
      library.dotFunction(function).invokeExact(n, out, 0L, weights, 0L, activations, 0L, 1);
      return out.get(FLOAT, 0);
    } catch (Throwable t) {
      throw new IllegalStateException(function, t);
    }
  }

  /** A weight matrix in its stored form. */
  record Weights(GgmlType type, MemorySegment stored, int rows, int cols, Repack repack) {}

  /**
   * Computes {@code ggml_mul_mat} in a graph of its own, on one thread (more only share the work):
   * {@code [n][rows]} from {@code [n][cols]}. With {@code repack} the weights are in the repacking
   * buffers.
   */
  float[] mulMat(Weights w, float[] x, int n) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment weightContext = context(arena, 1 << 20, true);
      MemorySegment weights = tensor(weightContext, w.type().id(), w.cols(), w.rows());
      MemorySegment bufferType =
          (MemorySegment)
              handle(
                      w.repack() == Repack.ON ? REPACK_BUFFERS : "ggml_backend_cpu_buffer_type",
                      ADDRESS)
                  .invokeExact();
      MemorySegment buffer =
          (MemorySegment)
              handle("ggml_backend_alloc_ctx_tensors_from_buft", ADDRESS, ADDRESS, ADDRESS)
                  .invokeExact(weightContext, bufferType);
      handle("ggml_backend_tensor_set", null, ADDRESS, ADDRESS, LONG, LONG)
          .invokeExact(weights, w.stored(), 0L, w.stored().byteSize());

      long size = 4L * n * (w.cols() + 16L * w.rows()) + 4L * n * w.cols() + (16 << 20);
      MemorySegment context = context(arena, size, false);
      MemorySegment input = tensor(context, GgmlType.F32.id(), w.cols(), n);
      data(input, 4L * n * w.cols())
          .copyFrom(MemorySegment.ofArray(x).asSlice(0, 4L * n * w.cols()));
      MemorySegment product =
          (MemorySegment)
              handle("ggml_mul_mat", ADDRESS, ADDRESS, ADDRESS, ADDRESS)
                  .invokeExact(context, weights, input);
      MemorySegment graph =
          (MemorySegment) handle("ggml_new_graph", ADDRESS, ADDRESS).invokeExact(context);
      handle("ggml_build_forward_expand", null, ADDRESS, ADDRESS).invokeExact(graph, product);
      int status =
          (int)
              handle("ggml_graph_compute_with_ctx", INT, ADDRESS, ADDRESS, INT)
                  .invokeExact(context, graph, 1);
      if (status != 0) {
        throw new IllegalStateException("ggml_graph_compute_with_ctx: " + status);
      }
      float[] y = data(product, 4L * n * w.rows()).toArray(FLOAT);
      handle("ggml_free", null, ADDRESS).invokeExact(context);
      handle("ggml_backend_buffer_free", null, ADDRESS).invokeExact(buffer);
      handle("ggml_free", null, ADDRESS).invokeExact(weightContext);
      return y;
    } catch (Throwable t) {
      throw new IllegalStateException("ggml_mul_mat", t);
    }
  }

  private MemorySegment context(Arena arena, long bytes, boolean noAlloc) throws Throwable {
    MemorySegment params = arena.allocate(INIT_PARAMS);
    params.set(LONG, 0, bytes);
    params.set(ValueLayout.JAVA_BOOLEAN, 16, noAlloc);
    return (MemorySegment) handle("ggml_init", ADDRESS, INIT_PARAMS).invokeExact(params);
  }

  private MemorySegment tensor(MemorySegment context, int type, long ne0, long ne1)
      throws Throwable {
    return (MemorySegment)
        handle("ggml_new_tensor_2d", ADDRESS, ADDRESS, INT, LONG, LONG)
            .invokeExact(context, type, ne0, ne1);
  }

  @SuppressWarnings("restricted") // the library's memory has no bounds of its own
  private MemorySegment data(MemorySegment tensor, long bytes) throws Throwable {
    return ((MemorySegment) handle("ggml_get_data", ADDRESS, ADDRESS).invokeExact(tensor))
        .reinterpret(bytes);
  }

  private MethodHandle handle(String function, @Nullable MemoryLayout result, MemoryLayout... in) {
    return library.function(
        function,
        result == null ? FunctionDescriptor.ofVoid(in) : FunctionDescriptor.of(result, in));
  }
}
