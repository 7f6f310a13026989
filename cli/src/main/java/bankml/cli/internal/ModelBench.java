// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.model.Batch;
import bankml.model.KvCache;
import bankml.model.Model;
import java.util.SplittableRandom;

/** Measures a loaded model as {@code llama-bench} does: random tokens, an empty cache each time. */
final class ModelBench {
  private static final int LONGEST = 512;

  private final Model model;
  private final KvCache cache;
  private final float[] logits;
  private final int[] tokens;

  ModelBench(Model model) {
    this.model = model;
    this.cache = model.newCache(LONGEST);
    int vocabulary = model.config().vocabularySize();
    this.logits = new float[vocabulary];
    this.tokens = new SplittableRandom(1).ints(LONGEST, 0, vocabulary).toArray();
  }

  /** Runs until the kernels have been compiled, so that what follows measures them alone. */
  void warmUp() {
    measure();
    measure();
  }

  /** Measures once. */
  Speed measure() {
    return new Speed(decode(), prefill(128), prefill(512));
  }

  private double decode() {
    cache.truncate(0);
    long start = System.nanoTime();
    for (int position = 0; position < Speed.GENERATED; position++) {
      model.forward(Batch.next(tokens[position], position), cache, logits);
    }
    return rate(Speed.GENERATED, start);
  }

  private double prefill(int length) {
    cache.truncate(0);
    int[] prompt = java.util.Arrays.copyOf(tokens, length);
    long start = System.nanoTime();
    for (Batch batch : Batch.prompt(prompt, 0, Batch.Outputs.LAST, model.profile())) {
      model.forward(batch, cache, logits);
    }
    return rate(length, start);
  }

  private static double rate(int count, long startNanos) {
    return count / ((System.nanoTime() - startNanos) * 1e-9);
  }
}
