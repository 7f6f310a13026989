// SPDX-License-Identifier: Apache-2.0
package bankml.model.internal;

import bankml.gguf.GgmlType;
import bankml.gguf.GgufHeader;
import bankml.gguf.Metadata;
import bankml.gguf.MetadataValue;
import bankml.gguf.Refusal;
import bankml.gguf.TensorInfo;
import bankml.model.LlamaConfig;
import bankml.model.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Judges the header of a Llama file against the plan: every key that shapes the graph, every tensor
 * with its shape and type. It collects reasons instead of stopping at the first.
 */
public final class LlamaHeader {
  private static final String PREFIX = "llama.";

  /** Keys that are read below, and those that change nothing in the graph. Any other is refused. */
  private static final Set<String> KNOWN_KEYS =
      Set.of(
          "llama.context_length",
          "llama.embedding_length",
          "llama.block_count",
          "llama.feed_forward_length",
          "llama.attention.head_count",
          "llama.attention.head_count_kv",
          "llama.attention.key_length",
          "llama.attention.value_length",
          "llama.attention.layer_norm_rms_epsilon",
          "llama.rope.dimension_count",
          "llama.rope.freq_base",
          "llama.rope.scaling.type",
          "llama.rope.scaling.finetuned",
          "llama.vocab_size",
          "llama.expert_count",
          "llama.expert_used_count",
          "llama.tensor_data_layout");

  /** Attention's kernels take heads of whole vectors. */
  private static final int HEAD_UNIT = 32;

  private final Metadata metadata;
  private final List<String> reasons = new ArrayList<>();

  /** What is wrong with tensors, and with which ones. */
  private final Map<Fault, List<String>> faults = new LinkedHashMap<>();

  private record Fault(String what, String accepted) {
    /** Tells it of one tensor, or of many with the first of them. */
    String of(List<String> tensors) {
      String first = tensors.getFirst();
      return tensors.size() == 1
          ? "tensor " + first + " is " + what + accepted
          : tensors.size() + " tensors are " + what + " (first: " + first + ")" + accepted;
    }
  }

  private LlamaHeader(Metadata metadata) {
    this.metadata = metadata;
  }

  /** Returns the configuration that {@code header} states, or every reason to refuse it. */
  public static Plan judge(GgufHeader header, Plan.Support support) {
    LlamaHeader judge = new LlamaHeader(header.metadata());
    judge.refuseOtherKeys();
    Optional<LlamaConfig> config = judge.readConfig();
    config.ifPresent(c -> judge.checkTensors(header.tensors(), c, support.weightTypes()));
    judge.faults.forEach((fault, tensors) -> judge.reasons.add(fault.of(tensors)));
    return config.isPresent() && judge.reasons.isEmpty()
        ? new Plan.Playable(config.get())
        : new Plan.Refused(judge.reasons);
  }

  private void refuseOtherKeys() {
    for (String key : metadata.keys()) {
      boolean shapesGraph = key.startsWith(PREFIX) || key.startsWith("general.tensor_extra.");
      if ((shapesGraph && !KNOWN_KEYS.contains(key)) || shapesSampling(key)) {
        reasons.add("key " + key + " is not one that this version plays");
      }
    }
    refuseUnless("general.type", typed(() -> metadata.findString("general.type")), "model");
    refuseUnless("split.count", wholeNumber("split.count"), 1L);
    refuseUnless("llama.expert_count", wholeNumber("llama.expert_count"), 0L);
    refuseUnless("llama.expert_used_count", wholeNumber("llama.expert_used_count"), 0L);
    String scaling = "llama.rope.scaling.type";
    typed(() -> metadata.findString(scaling))
        .filter(type -> !type.equals("none") && !type.equals("linear"))
        .ifPresent(type -> reasons.add("key " + scaling + " = " + type + "; only none is played"));
  }

  /**
   * Keys by which a file changes what is drawn: other defaults of the sampler chain ({@code
   * common/common.cpp}, {@code common_init_sampler_from_model}) and tokens that are never drawn
   * ({@code common/sampling.cpp}, {@code common_sampler_init}).
   */
  private static boolean shapesSampling(String key) {
    return key.startsWith("general.sampling.") || key.equals("tokenizer.ggml.suppress_tokens");
  }

  /** Keys as in {@code src/llama-model.cpp}, {@code load_hparams}, with its defaults. */
  private Optional<LlamaConfig> readConfig() {
    int context = required("llama.context_length");
    int embedding = required("llama.embedding_length");
    int blocks = required("llama.block_count");
    int feedForward = required("llama.feed_forward_length");
    int heads = required("llama.attention.head_count");
    int headsKv = optional("llama.attention.head_count_kv", heads);
    int headLength =
        optional("llama.attention.key_length", heads > 0 ? embedding / heads : embedding);
    float epsilon = positive("llama.attention.layer_norm_rms_epsilon", Optional.empty());
    float base = positive("llama.rope.freq_base", Optional.of(10000f));
    int vocabulary = vocabularySize();
    if (!reasons.isEmpty()) {
      return Optional.empty();
    }
    equalHeads("llama.attention.value_length", embedding / heads, headLength);
    equalHeads("llama.rope.dimension_count", headLength, headLength);
    if (heads % headsKv != 0) {
      reasons.add(heads + " query heads cannot share " + headsKv + " key and value heads evenly");
    }
    if (headLength % HEAD_UNIT != 0) {
      reasons.add("heads of " + headLength + " values; multiples of " + HEAD_UNIT + " are played");
    }
    if ((long) heads * headLength > Integer.MAX_VALUE / 4) {
      reasons.add(heads + " heads of " + headLength + " values are too wide");
    }
    return reasons.isEmpty()
        ? Optional.of(
            new LlamaConfig(
                context,
                embedding,
                blocks,
                feedForward,
                heads,
                headsKv,
                headLength,
                vocabulary,
                epsilon,
                base))
        : Optional.empty();
  }

  private void checkTensors(List<TensorInfo> tensors, LlamaConfig config, Set<GgmlType> weights) {
    Map<String, TensorInfo> left = new HashMap<>();
    tensors.forEach(tensor -> left.put(tensor.name(), tensor));
    for (LlamaTensor tensor : LlamaTensor.values()) {
      for (int block = 0; block < (tensor.perBlock() ? config.blockCount() : 1); block++) {
        String name = tensor.name(block);
        TensorInfo info = left.remove(name);
        if (info != null) {
          checkTensor(info, tensor, config, weights);
        } else if (!tensor.isOptional()) {
          fault(name, "missing", "");
        }
      }
    }
    for (TensorInfo tensor : tensors) {
      if (left.containsKey(tensor.name())) {
        fault(tensor.name(), "no part of the llama graph that is played", "");
      }
    }
  }

  private void checkTensor(
      TensorInfo info, LlamaTensor tensor, LlamaConfig config, Set<GgmlType> weights) {
    List<Long> expected = tensor.dims(config);
    if (!withoutTrailingOnes(info.dims()).equals(withoutTrailingOnes(expected))) {
      fault(info.name(), info.dims().toString(), ", expected " + expected);
    }
    Set<GgmlType> types = tensor.isMatrix() ? weights : Set.of(GgmlType.F32);
    if (!types.contains(info.type())) {
      String played = String.join(", ", types.stream().map(Enum::name).sorted().toList());
      fault(info.name(), info.type().name(), "; played are " + played);
    }
  }

  private void fault(String tensor, String what, String accepted) {
    faults.computeIfAbsent(new Fault(what, accepted), fault -> new ArrayList<>()).add(tensor);
  }

  private static List<Long> withoutTrailingOnes(List<Long> dims) {
    int n = dims.size();
    while (n > 1 && dims.get(n - 1) == 1) {
      n--;
    }
    return dims.subList(0, n);
  }

  private int vocabularySize() {
    String key = "tokenizer.ggml.tokens";
    Optional<MetadataValue> tokens = metadata.find(key);
    if (tokens.isPresent() && tokens.get() instanceof MetadataValue.Array array) {
      return (int) Math.min(array.count(), Integer.MAX_VALUE);
    }
    reasons.add("key " + key + " is missing, or no array");
    return 0;
  }

  private int required(String key) {
    Optional<Integer> value = typed(() -> Optional.of(metadata.requireInt(key)));
    value.filter(v -> v < 1).ifPresent(v -> reasons.add("key " + key + " = " + v));
    return value.orElse(0);
  }

  private int optional(String key, int otherwise) {
    return metadata.find(key).isPresent() ? required(key) : otherwise;
  }

  private float positive(String key, Optional<Float> otherwise) {
    if (metadata.find(key).isEmpty() && otherwise.isPresent()) {
      return otherwise.get();
    }
    Optional<Float> value = typed(() -> Optional.of(metadata.requireFloat(key)));
    value
        .filter(v -> !(v > 0) || v.isInfinite())
        .ifPresent(v -> reasons.add("key " + key + " = " + v));
    return value.orElse(0f);
  }

  private void equalHeads(String key, int otherwise, int headLength) {
    int value = optional(key, otherwise);
    if (value != headLength) {
      reasons.add(
          "key " + key + " = " + value + "; only the head length " + headLength + " is played");
    }
  }

  private Optional<Long> wholeNumber(String key) {
    return metadata
        .find(key)
        .map(value -> value instanceof MetadataValue.Whole whole ? whole.bits() : -1L);
  }

  private <T> void refuseUnless(String key, Optional<T> value, T accepted) {
    value
        .filter(v -> !v.equals(accepted))
        .ifPresent(
            v -> reasons.add("key " + key + " = " + v + "; only " + accepted + " is played"));
  }

  private <T> Optional<T> typed(Supplier<Optional<T>> read) {
    try {
      return read.get();
    } catch (Refusal refusal) {
      reasons.add(String.valueOf(refusal.getMessage()));
      return Optional.empty();
    }
  }
}
