// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.engine.internal.Answer;
import bankml.engine.internal.Conversations;
import bankml.gguf.Refusal;
import bankml.model.Batch;
import bankml.model.KvCache;
import bankml.model.Model;
import bankml.model.Trace;
import bankml.text.Tokenizer;

/**
 * Answers requests with one model, one after the other. One thread at a time; the model stays its
 * owner's to close.
 */
public final class Engine {
  /** The reference rounds a context up to a multiple of this. */
  private static final int CONTEXT_UNIT = 256;

  private final Model model;
  private final Tokenizer tokenizer;
  private final Conversations conversations;
  private final int contextLength;
  private final float[] logits;

  /**
   * Makes an engine whose prompt and answer have {@code contextLength} tokens together, rounded up
   * to a multiple of 256 as the reference does, or as many as the model was trained on if that is
   * less.
   *
   * @param cacheBytes how much memory rows of earlier requests may take
   */
  public Engine(Model model, Tokenizer tokenizer, int contextLength, long cacheBytes) {
    if (tokenizer.vocabSize() != model.config().vocabularySize()) {
      throw Refusal.refused(
          "the vocabulary has "
              + tokenizer.vocabSize()
              + " tokens, but the model scores "
              + model.config().vocabularySize());
    }
    this.model = model;
    this.tokenizer = tokenizer;
    int trained = model.config().contextLength();
    int units = Math.ceilDiv(Math.min(contextLength, trained), CONTEXT_UNIT);
    this.contextLength = Math.min(units * CONTEXT_UNIT, trained);
    this.conversations = new Conversations(model, this.contextLength, cacheBytes);
    this.logits = new float[model.config().vocabularySize()];
  }

  /** Returns how many tokens prompt and answer can have together. */
  public int contextLength() {
    return contextLength;
  }

  /** Answers {@code request}, with nobody to hear it before the end. */
  public Generation generate(GenerateRequest request) {
    return generate(request, TokenListener.SILENT);
  }

  /**
   * Answers {@code request}. What {@code listener} throws ends the answer and is thrown on.
   *
   * @throws Refusal when the prompt leaves no room in the context
   */
  public Generation generate(GenerateRequest request, TokenListener listener) {
    return generate(request, listener, Trace.NONE);
  }

  /** As {@link #generate(GenerateRequest, TokenListener)}, showing what is computed. */
  Generation generate(GenerateRequest request, TokenListener listener, Trace trace) {
    requireRoom(request);
    int[] prompt = request.promptTokens().stream().mapToInt(Integer::intValue).toArray();
    KvCache cache =
        request.cachePrompt() ? conversations.begin(prompt) : model.newCache(contextLength);
    try {
      Answer answer =
          new Answer(request, listener, tokenizer, model.profile(), contextLength, cache.length());
      while (!answer.finished()) {
        step(answer, cache, trace);
      }
      return answer.generation();
    } finally {
      if (request.cachePrompt()) {
        conversations.keep(cache, prompt.length);
      }
    }
  }

  /** Refuses a request whose prompt leaves no room for an answer. Any thread may ask. */
  void requireRoom(GenerateRequest request) {
    int promptTokens = request.promptTokens().size();
    if (promptTokens >= contextLength) {
      throw Refusal.refused(
          "the prompt has "
              + promptTokens
              + " tokens, but the context has room for "
              + contextLength
              + ", the answer included: shorten the prompt or ask for a longer context");
    }
  }

  /** The loop's body: one pass through the model, and where that ends in logits, one token. */
  private void step(Answer answer, KvCache cache, Trace trace) {
    Batch batch = answer.nextBatch();
    model.forward(batch, cache, logits, trace);
    answer.computed(batch, logits);
  }
}
