// SPDX-License-Identifier: Apache-2.0
package bankml.model;

import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.kernels.Provider;
import bankml.kernels.Workers;
import bankml.model.Batch.Outputs;
import bankml.model.internal.LlamaGraph;
import bankml.model.internal.LlamaWeights;
import bankml.model.internal.SameBits;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A loaded model: batches of tokens and a KV cache to logits. It owns its file and the memory of a
 * pass, so one thread at a time may use it; the workers are the caller's.
 */
public final class Model implements AutoCloseable {
  /** Enough rows for every product of several columns, few enough to be over soon. */
  private static final int WARM_UP_TOKENS = 7;

  private final ModelFile file;
  private final LlamaConfig config;
  private final Profile profile;
  private final LlamaGraph graph;
  private final SameBits sameBits;

  private Model(
      ModelFile file, LlamaConfig config, Profile profile, LlamaGraph graph, SameBits sameBits) {
    this.file = file;
    this.config = config;
    this.profile = profile;
    this.graph = graph;
    this.sameBits = sameBits;
  }

  /**
   * Binds the weights of a file that the plan plays, refuses any other. The model closes the file.
   */
  public static Model load(ModelFile file, Profile profile, Workers workers) {
    return load(file, profile, workers, Provider.fastest());
  }

  /** As {@link #load(ModelFile, Profile, Workers)}, with a choice of what computes. */
  public static Model load(ModelFile file, Profile profile, Workers workers, Provider provider) {
    LlamaConfig config =
        switch (Plan.of(file.header())) {
          case Plan.Playable playable -> playable.config();
          case Plan.Refused refused -> throw Refusal.refused(String.join("; ", refused.reasons()));
        };
    LlamaWeights weights = file.reading(() -> LlamaWeights.bind(file, config, provider));
    return new Model(
        file,
        config,
        profile,
        new LlamaGraph(config, weights, profile, provider, workers),
        SameBits.of(weights));
  }

  /** Returns the model's shape. */
  public LlamaConfig config() {
    return config;
  }

  /** Returns what the bits depend on beyond the model and the tokens. */
  public Profile profile() {
    return profile;
  }

  /** Returns an empty cache of a sequence of at most {@code contextLength} tokens. */
  public KvCache newCache(int contextLength) {
    return new KvCache(config.attentionShape(), config.blockCount(), contextLength);
  }

  /**
   * Computes the rows of {@code batch}, which continue the sequence in {@code cache}, and takes
   * them into it.
   *
   * @param logits result, {@code [batch.outputs()][vocabularySize]}; longer is fine
   */
  public void forward(Batch batch, KvCache cache, float[] logits) {
    forward(batch, cache, logits, Trace.NONE);
  }

  /** As {@link #forward(Batch, KvCache, float[])}, showing what it computes to {@code trace}. */
  public void forward(Batch batch, KvCache cache, float[] logits, Trace trace) {
    if (batch.size() > profile.microBatch()) {
      throw new IllegalArgumentException(
          batch.size() + " rows in micro-batches of " + profile.microBatch());
    }
    if (batch.firstPosition() != cache.length()) {
      throw new IllegalArgumentException(
          "a batch from position "
              + batch.firstPosition()
              + " after "
              + cache.length()
              + " tokens");
    }
    if (batch.endPosition() > cache.capacity()) {
      throw Refusal.refused(
          batch.endPosition() + " tokens do not fit a context of " + cache.capacity());
    }
    cache.reserve(batch.endPosition());
    file.reading(() -> {
      graph.forward(batch, cache, logits, trace);
      return cache;
    });
    cache.advance(batch);
  }

  /**
   * Returns how many rows of {@code cache}, from its first on, have the bits that they have in the
   * cold run of {@code prompt}: its tokens, computed for classes that no kernel of this model tells
   * from those of the cold run. All of these can be kept when the prompt is computed.
   */
  public int reusable(KvCache cache, int[] prompt) {
    int limit = Math.min(cache.length(), prompt.length);
    for (int i = 0; i < limit; i++) {
      if (cache.token(i) != prompt[i]
          || !sameBits.test(cache.rowClass(i), Batch.coldClass(i, prompt.length, profile), i)) {
        return i;
      }
    }
    return limit;
  }

  /**
   * Runs made-up tokens through the whole model, time after time, until {@code enough} says so, and
   * forgets what came out: on real weights the virtual machine compiles what real requests need.
   * Meant for the time in which the file's hash is computed.
   */
  public void warmUp(BooleanSupplier enough) {
    float[] logits = new float[config.vocabularySize()];
    KvCache cache = newCache(WARM_UP_TOKENS + 1);
    int[] prompt =
        IntStream.range(0, WARM_UP_TOKENS).map(i -> i % config.vocabularySize()).toArray();
    while (!enough.getAsBoolean()) {
      cache.truncate(0);
      for (Batch batch : Batch.prompt(prompt, 0, Outputs.LAST, profile)) {
        forward(batch, cache, logits);
      }
      forward(Batch.next(0, WARM_UP_TOKENS), cache, logits);
    }
  }

  /** Unmaps the file. The model must not be used any more. */
  @Override
  public void close() {
    file.close();
  }
}
