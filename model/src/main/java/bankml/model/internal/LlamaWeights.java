// SPDX-License-Identifier: Apache-2.0
package bankml.model.internal;

import bankml.gguf.ModelFile;
import bankml.gguf.TensorInfo;
import bankml.kernels.Matrix;
import bankml.kernels.Matrix.Repack;
import bankml.kernels.Provider;
import bankml.kernels.RmsNorm;
import bankml.model.LlamaConfig;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The weights of a Llama file, bound by the names that they have there.
 *
 * @param tokenEmbd {@code [vocabularySize][embeddingLength]}
 * @param output the same shape, and the same weights where the file has no others
 */
public record LlamaWeights(
    Matrix tokenEmbd, List<Layer> layers, RmsNorm outputNorm, Matrix output) {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /**
   * One layer's weights; a matrix is {@code [outputs][inputs]}.
   *
   * @param attnQ {@code [queryWidth][embeddingLength]}
   * @param attnK {@code [keyValueWidth][embeddingLength]}
   * @param attnV {@code [keyValueWidth][embeddingLength]}
   * @param attnOutput {@code [embeddingLength][queryWidth]}
   * @param ffnGate {@code [feedForwardLength][embeddingLength]}
   * @param ffnUp {@code [feedForwardLength][embeddingLength]}
   * @param ffnDown {@code [embeddingLength][feedForwardLength]}
   */
  public record Layer(
      RmsNorm attnNorm,
      Matrix attnQ,
      Matrix attnK,
      Matrix attnV,
      Matrix attnOutput,
      RmsNorm ffnNorm,
      Matrix ffnGate,
      Matrix ffnUp,
      Matrix ffnDown) {}

  /** Copies the layers. */
  public LlamaWeights {
    layers = List.copyOf(layers);
  }

  /** Binds the tensors of a file whose header the plan has accepted with {@code config}. */
  public static LlamaWeights bind(ModelFile file, LlamaConfig config, Provider provider) {
    Binder binder = new Binder(file, config, provider);
    boolean tied = file.header().find(LlamaTensor.OUTPUT.name(0)).isEmpty();
    return new LlamaWeights(
        binder.matrix(LlamaTensor.TOKEN_EMBD, 0, Repack.OFF),
        IntStream.range(0, config.blockCount()).mapToObj(binder::layer).toList(),
        binder.norm(LlamaTensor.OUTPUT_NORM, 0),
        // Tied or not, the reference loads the output matrix as one, and repacks it (create_tensor
        // of src/llama-model-loader.cpp with TENSOR_DUPLICATED).
        binder.matrix(tied ? LlamaTensor.TOKEN_EMBD : LlamaTensor.OUTPUT, 0, Repack.ON));
  }

  /** Looks tensors up and gives them the form that the graph uses. */
  private record Binder(ModelFile file, LlamaConfig config, Provider provider) {
    Layer layer(int block) {
      return new Layer(
          norm(LlamaTensor.ATTN_NORM, block),
          matrix(LlamaTensor.ATTN_Q, block, Repack.ON),
          matrix(LlamaTensor.ATTN_K, block, Repack.ON),
          matrix(LlamaTensor.ATTN_V, block, Repack.ON),
          matrix(LlamaTensor.ATTN_OUTPUT, block, Repack.ON),
          norm(LlamaTensor.FFN_NORM, block),
          matrix(LlamaTensor.FFN_GATE, block, Repack.ON),
          matrix(LlamaTensor.FFN_UP, block, Repack.ON),
          matrix(LlamaTensor.FFN_DOWN, block, Repack.ON));
    }

    RmsNorm norm(LlamaTensor tensor, int block) {
      float[] weight = file.tensor(tensor.name(block)).toArray(FLOAT);
      return new RmsNorm(weight, config.rmsEpsilon());
    }

    Matrix matrix(LlamaTensor tensor, int block, Repack repack) {
      String name = tensor.name(block);
      TensorInfo info = file.header().find(name).orElseThrow();
      List<Long> dims = tensor.dims(config);
      int cols = Math.toIntExact(dims.get(0));
      int rows = Math.toIntExact(dims.get(1));
      return Matrix.of(info.type(), file.tensor(name), rows, cols, repack, provider);
    }
  }
}
