// SPDX-License-Identifier: Apache-2.0
package bankml.kernels;

import bankml.testkit.GgmlLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A small graph of the reference: tensors, operations on them, computed in this process. */
@SuppressWarnings("restricted") // reading the reference's tensors is what this class is for
final class GgmlGraph implements AutoCloseable {
  private static final int F32 = 0;
  private static final int F16 = 1;
  private static final int I32 = 26;

  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  private final GgmlLibrary library;
  private final MemorySegment context;

  /** An empty graph with room for {@code bytes} of tensors and results. */
  GgmlGraph(GgmlLibrary library, long bytes) {
    this.library = library;
    MemoryLayout parameters =
        MemoryLayout.structLayout(
            ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment room = arena.allocate(parameters);
      room.set(ValueLayout.JAVA_LONG, 0, bytes + (4 << 20));
      context =
          (MemorySegment)
              library
                  .function("ggml_init", FunctionDescriptor.of(ValueLayout.ADDRESS, parameters))
                  .invokeExact(room);
    } catch (Throwable t) {
      throw new IllegalStateException("ggml_init", t);
    }
  }

  /** Returns a float tensor of {@code dims}, innermost first, that holds {@code data}. */
  MemorySegment tensor(float[] data, long... dims) {
    MemorySegment tensor = tensor(F32, dims);
    MemorySegment.copy(data, 0, data(tensor, 4L * data.length), FLOAT, 0, data.length);
    return tensor;
  }

  /** Returns a half tensor of {@code dims}, innermost first, that holds {@code data}. */
  MemorySegment tensor(short[] data, long... dims) {
    MemorySegment tensor = tensor(F16, dims);
    MemorySegment.copy(data, 0, data(tensor, 2L * data.length), SHORT, 0, data.length);
    return tensor;
  }

  /** Returns a tensor of whole numbers. */
  MemorySegment tensor(int[] data) {
    MemorySegment tensor = tensor(I32, data.length);
    MemorySegment.copy(data, 0, data(tensor, 4L * data.length), INT, 0, data.length);
    return tensor;
  }

  private MemorySegment tensor(int type, long... dims) {
    List<Object> arguments = new ArrayList<>(List.of(type));
    for (int i = 0; i < 4; i++) {
      arguments.add(i < dims.length ? dims[i] : 1L);
    }
    return op("ggml_new_tensor_4d", arguments.toArray());
  }

  /** Calls a function that takes the context and {@code arguments} and returns a tensor. */
  MemorySegment op(String name, Object... arguments) {
    return (MemorySegment) call(ValueLayout.ADDRESS, name, withContext(arguments));
  }

  private Object[] withContext(Object... arguments) {
    List<Object> all = new ArrayList<>(List.of(context));
    all.addAll(List.of(arguments));
    return all.toArray();
  }

  /** Computes {@code result} and returns its {@code n} floats. */
  float[] compute(MemorySegment result, int n, int threads) {
    MemorySegment graph = op("ggml_new_graph");
    call(null, "ggml_build_forward_expand", graph, result);
    Object status =
        call(ValueLayout.JAVA_INT, "ggml_graph_compute_with_ctx", withContext(graph, threads));
    if (!status.equals(0)) {
      throw new IllegalStateException("graph status " + status);
    }
    return data(result, 4L * n).toArray(FLOAT);
  }

  private MemorySegment data(MemorySegment tensor, long bytes) {
    return ((MemorySegment) call(ValueLayout.ADDRESS, "ggml_get_data", tensor)).reinterpret(bytes);
  }

  private Object call(@Nullable MemoryLayout returned, String name, Object... arguments) {
    MemoryLayout[] layouts = new MemoryLayout[arguments.length];
    for (int i = 0; i < layouts.length; i++) {
      layouts[i] =
          switch (arguments[i]) {
            case MemorySegment s -> ValueLayout.ADDRESS;
            case Integer x -> ValueLayout.JAVA_INT;
            case Long x -> ValueLayout.JAVA_LONG;
            case Float x -> ValueLayout.JAVA_FLOAT;
            default -> throw new IllegalArgumentException(name + " of " + arguments[i]);
          };
    }
    FunctionDescriptor descriptor =
        returned == null
            ? FunctionDescriptor.ofVoid(layouts)
            : FunctionDescriptor.of(returned, layouts);
    try {
      Object result = library.function(name, descriptor).invokeWithArguments(arguments);
      return result == null ? name : result;
    } catch (Throwable t) {
      throw new IllegalStateException(name, t);
    }
  }

  @Override
  public void close() {
    call(null, "ggml_free", context);
  }
}
