// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.model.Batch;
import bankml.model.KvCache;
import bankml.model.Model;
import java.util.function.BooleanSupplier;

/** Runs a model on nothing, so that its kernels are compiled before they are needed. */
final class WarmUp {
  private static final int PROMPT = 16;
  private static final int DECODED = 4;
  private static final int CONTEXT = 256;

  private WarmUp() {}

  /** Computes short prompts and a few tokens after each until {@code enough}. */
  static void run(Model model, BooleanSupplier enough) {
    KvCache cache = model.newCache(CONTEXT);
    float[] logits = new float[model.config().vocabularySize()];
    while (!enough.getAsBoolean()) {
      cache.truncate(0);
      int position = 0;
      for (Batch batch :
          Batch.prompt(new int[PROMPT], position, Batch.Outputs.LAST, model.profile())) {
        model.forward(batch, cache, logits);
        position = batch.endPosition();
      }
      for (int i = 0; i < DECODED && !enough.getAsBoolean(); i++) {
        model.forward(Batch.next(0, position + i), cache, logits);
      }
    }
  }
}
