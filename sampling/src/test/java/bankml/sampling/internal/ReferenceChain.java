// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import bankml.sampling.SamplingOptions;
import bankml.testkit.GgmlLibrary;
import bankml.testkit.Reference;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The reference's own samplers in the order of llama-server's chain, called one by one, so that
 * every step can be looked at.
 *
 * <pre>
 * llama_token_data        int32 id | float logit | float p                      12 bytes
 * llama_token_data_array  pointer data | int64 size | int64 selected | bool sorted
 * </pre>
 */
@SuppressWarnings("restricted") // reads what the reference points to
final class ReferenceChain implements Chain {
  private static final long CANDIDATE = 12;

  private final List<MemorySegment> samplers = new ArrayList<>();
  private final MethodHandle apply;
  private final MethodHandle free;
  private final Arena arena = Arena.ofConfined();

  private ReferenceChain(GgmlLibrary library, SamplingOptions o) throws Throwable {
    apply = library.function("llama_sampler_apply", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
    free = library.function("llama_sampler_free", FunctionDescriptor.ofVoid(ADDRESS));
    var k = FunctionDescriptor.of(ADDRESS, JAVA_INT);
    var p = FunctionDescriptor.of(ADDRESS, JAVA_FLOAT, JAVA_LONG);
    var t = FunctionDescriptor.of(ADDRESS, JAVA_FLOAT, JAVA_FLOAT, JAVA_FLOAT);
    String init = "llama_sampler_init_";
    add((MemorySegment) library.function(init + "top_k", k).invokeExact(o.topK()));
    add((MemorySegment) library.function(init + "top_p", p).invokeExact(o.topP(), 0L));
    add((MemorySegment) library.function(init + "min_p", p).invokeExact(o.minP(), 0L));
    add(
        (MemorySegment)
            library.function(init + "temp_ext", t).invokeExact(o.temperature(), 0f, 1f));
    add((MemorySegment) library.function(init + "dist", k).invokeExact((int) o.seed()));
  }

  private void add(MemorySegment sampler) {
    samplers.add(sampler);
  }

  /** Loads the reference's {@code libllama} and what it needs. */
  static GgmlLibrary load(Reference reference) {
    return new GgmlLibrary(
        List.of(
            reference.binary("libggml-base.so.0"),
            reference.binary("libggml-cpu.so.0"),
            reference.binary("libggml.so.0"),
            reference.binary("libllama.so.0")));
  }

  static ReferenceChain of(GgmlLibrary library, SamplingOptions options) {
    try {
      return new ReferenceChain(library, options);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<String> sample(float[] logits) {
    MemorySegment data = arena.allocate(CANDIDATE * logits.length, 8);
    for (int i = 0; i < logits.length; i++) {
      data.set(JAVA_INT, CANDIDATE * i, i);
      data.set(JAVA_FLOAT, CANDIDATE * i + 4, logits[i]);
    }
    MemorySegment array = arena.allocate(32, 8);
    array.set(ADDRESS, 0, data);
    array.set(JAVA_LONG, 8, logits.length);
    array.set(JAVA_LONG, 16, -1);
    List<String> steps = new ArrayList<>();
    try {
      for (MemorySegment sampler : samplers) {
        apply.invokeExact(sampler, array);
        steps.add(describe(array));
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    long selected = array.get(JAVA_LONG, 16);
    steps.set(steps.size() - 1, "token " + candidates(array).get(JAVA_INT, CANDIDATE * selected));
    return steps;
  }

  private static MemorySegment candidates(MemorySegment array) {
    return array.get(ADDRESS, 0).reinterpret(CANDIDATE * array.get(JAVA_LONG, 8));
  }

  private static String describe(MemorySegment array) {
    MemorySegment data = candidates(array);
    int size = (int) array.get(JAVA_LONG, 8);
    long ids = Fnv.START;
    long logits = Fnv.START;
    for (long at = 0; at < data.byteSize(); at += CANDIDATE) {
      ids = Fnv.add(ids, data.get(JAVA_INT, at));
      logits = Fnv.add(logits, Float.floatToRawIntBits(data.get(JAVA_FLOAT, at + 4)));
    }
    return Chain.describe(size, array.get(JAVA_BYTE, 24) != 0, ids, logits);
  }

  @Override
  public void close() {
    try {
      for (MemorySegment sampler : samplers) {
        free.invokeExact(sampler);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    arena.close();
  }
}
