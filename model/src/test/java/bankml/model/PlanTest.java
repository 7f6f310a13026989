// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import static org.assertj.core.api.Assertions.assertThat;

import bankml.gguf.GgmlType;
import bankml.gguf.MetadataValue;
import bankml.gguf.ValueType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the plan plays, and that it refuses everything else by name. */
class PlanTest {
  private static TinyLlama tiny() {
    return new TinyLlama(TinyLlama.Shape.SMALL, 8, name -> GgmlType.Q8_0);
  }

  private static List<String> reasons(Consumer<TinyLlama> change) {
    TinyLlama file = tiny();
    change.accept(file);
    return switch (Plan.of(file.header())) {
      case Plan.Playable(LlamaConfig config) -> List.of("playable: " + config);
      case Plan.Refused(List<String> reasons) -> reasons;
    };
  }

  @Test
  void readsTheConfiguration() {
    assertThat(Plan.of(tiny().header()))
        .isEqualTo(new Plan.Playable(new LlamaConfig(4096, 64, 2, 96, 2, 1, 32, 8, 1e-5f, 10000f)));
  }

  @Test
  void fillsInTheReferencesDefaults() {
    TinyLlama file =
        tiny()
            .put("llama.attention.head_count", 2)
            .without("llama.attention.key_length")
            .without("llama.attention.value_length")
            .without("llama.rope.dimension_count")
            .without("llama.rope.freq_base");
    assertThat(Plan.of(file.header()))
        .isEqualTo(new Plan.Playable(new LlamaConfig(4096, 64, 2, 96, 2, 1, 32, 8, 1e-5f, 10000f)));
  }

  @Test
  void playsAnOutputMatrixOfItsOwnAndEveryTypeOfTheTable() {
    for (GgmlType type : Plan.TABLE.getFirst().weightTypes()) {
      TinyLlama file =
          new TinyLlama(TinyLlama.Shape.SMALL, 8, name -> type)
              .tensor("output.weight", type, 64, 8);
      assertThat(Plan.of(file.header())).as("%s", type).isInstanceOf(Plan.Playable.class);
    }
  }

  @Test
  void refusesAnotherArchitecture() {
    assertThat(reasons(f -> f.put("general.architecture", "mamba")))
        .containsExactly("general.architecture = mamba: supported are llama");
  }

  @Test
  void namesEveryTensorItCannotPlay() {
    assertThat(
            reasons(f ->
                f.without("blk.1.ffn_up.weight")
                    .tensor("blk.0.attn_q.bias", GgmlType.F32, 64)
                    .tensor("rope_freqs.weight", GgmlType.F32, 16)
                    .tensor("blk.0.ffn_gate.weight", GgmlType.Q6_K, 256, 96)
                    .tensor("output_norm.weight", GgmlType.F16, 64)))
        .containsExactly(
            "tensor output_norm.weight is F16; played are F32",
            "tensor blk.0.ffn_gate.weight is [256, 96], expected [64, 96]",
            "tensor blk.0.ffn_gate.weight is Q6_K; played are F16, F32, Q4_0, Q4_1, Q8_0",
            "tensor blk.1.ffn_up.weight is missing",
            "2 tensors are no part of the llama graph that is played (first: blk.0.attn_q.bias)");
  }

  @Test
  void tellsAFaultOfManyTensorsOnce() {
    TinyLlama file = new TinyLlama(TinyLlama.Shape.SMALL, 8, name -> GgmlType.BF16);
    assertThat(Plan.of(file.header()))
        .isEqualTo(
            new Plan.Refused(
                List.of(
                    "15 tensors are BF16 (first: token_embd.weight);"
                        + " played are F16, F32, Q4_0, Q4_1, Q8_0")));
  }

  @Test
  void namesEveryKeyThatItDoesNotKnow() {
    assertThat(
            reasons(f ->
                f.put("llama.rope.scaling.type", "yarn")
                    .put("llama.rope.scaling.factor", 4f)
                    .put("llama.expert_count", 8)
                    .put("llama.attention.sliding_window", 512)
                    .put("general.type", "adapter")
                    .put("split.count", 2)
                    .put("qwen3.block_count", 3)))
        .containsExactly(
            "key llama.rope.scaling.factor is not one that this version plays",
            "key llama.attention.sliding_window is not one that this version plays",
            "key general.type = adapter; only model is played",
            "key split.count = 2; only 1 is played",
            "key llama.expert_count = 8; only 0 is played",
            "key llama.rope.scaling.type = yarn; only none is played");
  }

  @Test
  void refusesFilesThatChangeWhatIsDrawn() {
    MetadataValue tokens =
        new MetadataValue.Array(ValueType.I32, 2, MemorySegment.ofArray(new byte[8]));
    assertThat(
            reasons(f ->
                f.put("general.sampling.temp", 0.1f)
                    .put("general.sampling.sequence", "top_k;temperature")
                    .put("tokenizer.ggml.suppress_tokens", tokens)))
        .containsExactly(
            "key general.sampling.temp is not one that this version plays",
            "key general.sampling.sequence is not one that this version plays",
            "key tokenizer.ggml.suppress_tokens is not one that this version plays");
  }

  @Test
  void playsFilesWhoseOtherKeysChangeNothing() {
    assertThat(
            Plan.of(
                tiny()
                    .put("general.name", "Tiny")
                    .put("general.type", "model")
                    .put("general.quantization_version", 2)
                    .put("general.file_type", 7)
                    .put("split.count", 1)
                    .put("llama.vocab_size", 8)
                    .put("llama.expert_count", 0)
                    .put("llama.rope.scaling.type", "linear")
                    .put("llama.tensor_data_layout", "Meta AI original pth")
                    .put("tokenizer.ggml.add_space_prefix", 0)
                    .put("tokenizer.ggml.padding_token_id", 2)
                    .put("tokenizer.chat_template.other", "x")
                    .put("xielu.eps", 1f)
                    .put("quantize.imatrix.file", "x")
                    .header()))
        .isInstanceOf(Plan.Playable.class);
  }

  @Test
  void refusesShapesThatCannotBe() {
    assertThat(reasons(f -> f.put("llama.attention.value_length", 64)))
        .containsExactly(
            "key llama.attention.value_length = 64; only the head length 32 is played");
    assertThat(reasons(f -> f.put("llama.rope.dimension_count", 16)))
        .containsExactly("key llama.rope.dimension_count = 16; only the head length 32 is played");
    assertThat(reasons(f -> f.put("llama.attention.head_count_kv", 3)))
        .contains("2 query heads cannot share 3 key and value heads evenly");
    assertThat(reasons(f -> f.put("llama.attention.head_count", 0)))
        .containsExactly("key llama.attention.head_count = 0");
    assertThat(reasons(f -> f.put("llama.attention.key_length", 40)))
        .contains("heads of 40 values; multiples of 32 are played");
    assertThat(reasons(f -> f.put("llama.attention.layer_norm_rms_epsilon", Float.NaN)))
        .containsExactly("key llama.attention.layer_norm_rms_epsilon = NaN");
  }

  @Test
  void refusesValuesOfOtherTypesByName() {
    assertThat(
            reasons(f ->
                f.put("llama.embedding_length", "64")
                    .put(
                        "llama.feed_forward_length",
                        new MetadataValue.Array(
                            ValueType.U32, 2, MemorySegment.ofArray(new byte[8])))))
        .hasSize(2)
        .anySatisfy(reason -> assertThat(reason).contains("llama.embedding_length"))
        .anySatisfy(reason -> assertThat(reason).contains("llama.feed_forward_length"));
  }
}
