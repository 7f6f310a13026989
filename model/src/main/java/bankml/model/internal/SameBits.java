// SPDX-License-Identifier: Apache-2.0
package bankml.model.internal;

import bankml.kernels.AttentionKernel;
import bankml.kernels.Matrix;
import bankml.kernels.RowClass;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether two shape classes give a row the same keys and values in one model: only what the kernels
 * of its own weights' types distinguish counts.
 *
 * @param matrices the layers' weights
 */
public record SameBits(List<Matrix> matrices) {
  /** Copies the list. */
  public SameBits {
    matrices = List.copyOf(matrices);
  }

  /** Returns what the layers of {@code weights} distinguish. */
  public static SameBits of(LlamaWeights weights) {
    return new SameBits(
        weights.layers().stream()
            .flatMap(w ->
                Stream.of(
                    w.attnQ(),
                    w.attnK(),
                    w.attnV(),
                    w.attnOutput(),
                    w.ffnGate(),
                    w.ffnUp(),
                    w.ffnDown()))
            .toList());
  }

  /** Returns whether a row at {@code position} has the same bits in both classes. */
  public boolean test(RowClass a, RowClass b, int position) {
    if (a.equals(b)) {
      return true;
    }
    int cells = AttentionKernel.paddedCells(position);
    return AttentionKernel.choose(a, cells) == AttentionKernel.choose(b, cells)
        && matrices.stream().allMatch(m -> m.sameProduct(a, b));
  }
}
