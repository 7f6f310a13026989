// SPDX-License-Identifier: Apache-2.0
package bankml.sampling.internal;

import static bankml.sampling.SamplingOption.DRY_ALLOWED_LENGTH;
import static bankml.sampling.SamplingOption.DRY_BASE;
import static bankml.sampling.SamplingOption.DRY_MULTIPLIER;
import static bankml.sampling.SamplingOption.DRY_PENALTY_LAST_N;
import static bankml.sampling.SamplingOption.DYNATEMP_EXPONENT;
import static bankml.sampling.SamplingOption.DYNATEMP_RANGE;
import static bankml.sampling.SamplingOption.FREQUENCY_PENALTY;
import static bankml.sampling.SamplingOption.MIN_KEEP;
import static bankml.sampling.SamplingOption.MIROSTAT;
import static bankml.sampling.SamplingOption.MIROSTAT_ETA;
import static bankml.sampling.SamplingOption.MIROSTAT_TAU;
import static bankml.sampling.SamplingOption.PRESENCE_PENALTY;
import static bankml.sampling.SamplingOption.REPEAT_LAST_N;
import static bankml.sampling.SamplingOption.REPEAT_PENALTY;
import static bankml.sampling.SamplingOption.TOP_N_SIGMA;
import static bankml.sampling.SamplingOption.TYPICAL_P;
import static bankml.sampling.SamplingOption.XTC_PROBABILITY;
import static bankml.sampling.SamplingOption.XTC_THRESHOLD;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import bankml.sampling.LogitBias;
import bankml.sampling.SamplerKind;
import bankml.sampling.SamplingOptions;
import bankml.testkit.GgmlLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
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
  private final MethodHandle accept;
  private final MethodHandle free;
  private final GgmlLibrary library;
  private final Arena arena = Arena.ofConfined();

  private ReferenceChain(GgmlLibrary library, MemorySegment vocabulary, int size, SamplingOptions o)
      throws Throwable {
    this.library = library;
    apply = library.function("llama_sampler_apply", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
    accept = library.function("llama_sampler_accept", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT));
    free = library.function("llama_sampler_free", FunctionDescriptor.ofVoid(ADDRESS));
    if (!o.logitBias().isEmpty()) {
      add("logit_bias", size, o.logitBias().size(), biases(o.logitBias()));
    }
    float tau = o.decimal(MIROSTAT_TAU);
    float eta = o.decimal(MIROSTAT_ETA);
    switch (o.whole(MIROSTAT)) {
      case 1 -> {
        add("temp", o.temperature());
        add("mirostat", size, (int) o.seed(), tau, eta, 100);
      }
      case 2 -> {
        add("temp", o.temperature());
        add("mirostat_v2", (int) o.seed(), tau, eta);
      }
      default -> {
        for (SamplerKind kind : o.samplers()) {
          add(kind, vocabulary, size, o);
        }
        add("dist", (int) o.seed());
      }
    }
  }

  private void add(SamplerKind kind, MemorySegment vocabulary, int size, SamplingOptions o)
      throws Throwable {
    long minKeep = o.whole(MIN_KEEP);
    switch (kind) {
      case PENALTIES ->
          add(
              "penalties",
              size,
              o.whole(REPEAT_LAST_N),
              o.decimal(REPEAT_PENALTY),
              o.decimal(FREQUENCY_PENALTY),
              o.decimal(PRESENCE_PENALTY));
      case DRY -> {
        MemorySegment breakers = arena.allocate(ADDRESS, o.dryBreakers().size());
        for (int i = 0; i < o.dryBreakers().size(); i++) {
          breakers.setAtIndex(ADDRESS, i, arena.allocateFrom(o.dryBreakers().get(i)));
        }
        add(
            "dry",
            vocabulary,
            o.decimal(DRY_MULTIPLIER),
            o.decimal(DRY_BASE),
            o.whole(DRY_ALLOWED_LENGTH),
            o.whole(DRY_PENALTY_LAST_N),
            breakers,
            (long) o.dryBreakers().size());
      }
      case TOP_N_SIGMA -> add("top_n_sigma", o.decimal(TOP_N_SIGMA));
      case TOP_K -> add("top_k", o.topK());
      case TYPICAL_P -> add("typical", o.decimal(TYPICAL_P), minKeep);
      case TOP_P -> add("top_p", o.topP(), minKeep);
      case MIN_P -> add("min_p", o.minP(), minKeep);
      case XTC ->
          add("xtc", o.decimal(XTC_PROBABILITY), o.decimal(XTC_THRESHOLD), minKeep, (int) o.seed());
      case TEMPERATURE ->
          add("temp_ext", o.temperature(), o.decimal(DYNATEMP_RANGE), o.decimal(DYNATEMP_EXPONENT));
    }
  }

  /** Calls {@code llama_sampler_init_NAME}; the arguments' classes are its signature. */
  private void add(String name, Object... arguments) throws Throwable {
    MemoryLayout[] types =
        Arrays.stream(arguments)
            .map(argument ->
                switch (argument) {
                  case Integer i -> JAVA_INT;
                  case Long l -> JAVA_LONG;
                  case Float f -> JAVA_FLOAT;
                  default -> ADDRESS;
                })
            .toArray(MemoryLayout[]::new);
    MemorySegment sampler =
        (MemorySegment)
            library
                .function("llama_sampler_init_" + name, FunctionDescriptor.of(ADDRESS, types))
                .invokeWithArguments(arguments);
    if (isOff(sampler)) {
      free.invokeExact(sampler);
    } else {
      samplers.add(sampler);
    }
  }

  /** The reference makes a sampler that does nothing of one that is off, and names it {@code ?}. */
  private boolean isOff(MemorySegment sampler) throws Throwable {
    MemorySegment name =
        (MemorySegment)
            library
                .function("llama_sampler_name", FunctionDescriptor.of(ADDRESS, ADDRESS))
                .invokeExact(sampler);
    return name.reinterpret(1).get(JAVA_BYTE, 0) == '?';
  }

  private MemorySegment biases(List<LogitBias> biases) {
    MemorySegment array = arena.allocate(8L * biases.size(), 4);
    for (int i = 0; i < biases.size(); i++) {
      if (!(biases.get(i).target() instanceof LogitBias.Token(int id))) {
        throw new IllegalArgumentException("only ids here: " + biases);
      }
      array.set(JAVA_INT, 8L * i, id);
      array.set(JAVA_FLOAT, 8L * i + 4, biases.get(i).bias());
    }
    return array;
  }

  /**
   * Begins an answer.
   *
   * @param vocabulary the {@code llama_vocab} of {@code size} tokens
   */
  static ReferenceChain of(
      GgmlLibrary library, MemorySegment vocabulary, int size, SamplingOptions options) {
    try {
      return new ReferenceChain(library, vocabulary, size, options);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void accept(int token) {
    try {
      for (MemorySegment sampler : samplers) {
        accept.invokeExact(sampler, token);
      }
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
    int token = candidates(array).get(JAVA_INT, CANDIDATE * selected);
    steps.set(steps.size() - 1, "token " + token);
    accept(token);
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
