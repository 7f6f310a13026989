// SPDX-License-Identifier: Apache-2.0
package bankml.model.internal;

import bankml.kernels.Activations;
import bankml.kernels.Attention;
import bankml.kernels.KvCells;
import bankml.kernels.Provider;
import bankml.kernels.Rope;
import bankml.kernels.RowClass;
import bankml.kernels.SwiGlu;
import bankml.kernels.Workers;
import bankml.model.Batch;
import bankml.model.KvCache;
import bankml.model.LlamaConfig;
import bankml.model.Profile;
import bankml.model.Trace;
import bankml.model.Trace.Tensor;

/**
 * The Llama graph, one micro-batch at a time, in the order of {@code src/models/llama.cpp}. It owns
 * the memory of a pass: one thread at a time.
 *
 * <p>Only rows that want logits go through the last layer's feed-forward. The reference selects
 * them after the attention's output matrix; from there on their shape class is that of the selected
 * rows.
 */
public final class LlamaGraph {
  private final LlamaConfig config;
  private final LlamaWeights weights;
  private final Workers workers;
  private final Rope rope;
  private final Attention attention;
  private final SwiGlu swiGlu;

  private final RowClass[] classes;
  private final int[] positions;

  /** The row between layers, {@code [rows][embeddingLength]}; then what is added to it. */
  private final float[] residual;

  private final float[] branch;
  private final float[] normed;

  private final float[] queries; // [rows][queryWidth]
  private final float[] keys; // [rows][keyValueWidth]
  private final float[] values; // [rows][keyValueWidth]
  private final float[] gathered; // [rows][queryWidth]
  private final float[] gate; // [rows][feedForwardLength]
  private final float[] up; // [rows][feedForwardLength]
  private final float[] angles; // [rows][headLength]

  private final Activations ofEmbedding;
  private final Activations ofQueries;
  private final Activations ofFeedForward;

  /** Prepares passes of up to {@code profile.microBatch()} rows. */
  public LlamaGraph(
      LlamaConfig config,
      LlamaWeights weights,
      Profile profile,
      Provider provider,
      Workers workers) {
    this.config = config;
    this.weights = weights;
    this.workers = workers;
    this.rope = new Rope(Rope.Pairing.NORM, config.headLength(), config.ropeFrequencyBase(), 1f);
    this.attention =
        new Attention(config.attentionShape(), profile.referenceThreads(), provider, workers);
    this.swiGlu = new SwiGlu(provider);
    int rows = profile.microBatch();
    classes = new RowClass[rows];
    positions = new int[rows];
    residual = new float[rows * config.embeddingLength()];
    branch = new float[rows * config.embeddingLength()];
    normed = new float[rows * config.embeddingLength()];
    queries = new float[rows * config.queryWidth()];
    keys = new float[rows * config.keyValueWidth()];
    values = new float[rows * config.keyValueWidth()];
    gathered = new float[rows * config.queryWidth()];
    gate = new float[rows * config.feedForwardLength()];
    up = new float[rows * config.feedForwardLength()];
    angles = new float[rows * rope.angleFloats()];
    ofEmbedding = new Activations(rows, config.embeddingLength());
    ofQueries = new Activations(rows, config.queryWidth());
    ofFeedForward = new Activations(rows, config.feedForwardLength());
  }

  /**
   * Computes the rows of {@code batch}: stores their keys and values in {@code cache}, and writes
   * the logits of those that want them, {@code [batch.outputs()][vocabularySize]}.
   */
  public void forward(Batch batch, KvCache cache, float[] logits, Trace trace) {
    embed(batch, trace);
    int rows = batch.size();
    int last = config.blockCount() - 1;
    for (int layer = 0; layer <= last; layer++) {
      attend(layer, rows, cache, trace);
      if (layer == last) {
        rows = selectOutputs(batch);
      }
      if (rows > 0) {
        feedForward(layer, rows, trace);
      }
    }
    if (rows > 0) {
      predict(rows, logits, trace);
    }
  }

  private void embed(Batch batch, Trace trace) {
    int width = config.embeddingLength();
    for (int i = 0; i < batch.size(); i++) {
      classes[i] = batch.rowClass(i);
      positions[i] = batch.firstPosition() + i;
      weights.tokenEmbd().dequantizeRow(batch.token(i), residual, i * width);
    }
    rope.angles(positions, batch.size(), angles);
    trace.see(Tensor.EMBD, -1, residual, batch.size(), width);
  }

  private void attend(int layer, int rows, KvCache cache, Trace trace) {
    LlamaWeights.Layer w = weights.layers().get(layer);
    w.attnNorm().apply(residual, rows, normed, workers);
    trace.see(Tensor.ATTN_NORM, layer, normed, rows, config.embeddingLength());
    ofEmbedding.set(normed, rows, classes);
    w.attnQ().multiply(ofEmbedding, queries, workers);
    w.attnK().multiply(ofEmbedding, keys, workers);
    w.attnV().multiply(ofEmbedding, values, workers);
    rope.rotate(queries, rows, config.headCount(), config.headLength(), angles, workers);
    rope.rotate(keys, rows, config.headCountKv(), config.headLength(), angles, workers);
    trace.see(Tensor.QCUR, layer, queries, rows, config.queryWidth());
    trace.see(Tensor.VCUR, layer, values, rows, config.keyValueWidth());
    trace.see(Tensor.KCUR, layer, keys, rows, config.keyValueWidth());
    store(cache.layer(layer), rows);
    attention.attend(queries, classes, positions, rows, cache.layer(layer), gathered);
    trace.see(Tensor.KQV_OUT, layer, gathered, rows, config.queryWidth());
    w.attnOutput().multiply(ofQueries.set(gathered, rows, classes), branch, workers);
    trace.see(Tensor.ATTN_OUT, layer, branch, rows, config.embeddingLength());
  }

  private void store(KvCells cells, int rows) {
    int width = config.keyValueWidth();
    for (int i = 0; i < rows; i++) {
      cells.store(positions[i], keys, i * width, values, i * width);
    }
  }

  /** Moves the rows that want logits, which are the last ones, to the front. Returns how many. */
  private int selectOutputs(Batch batch) {
    int count = batch.outputs();
    int width = config.embeddingLength();
    int from = (batch.size() - count) * width;
    System.arraycopy(residual, from, residual, 0, count * width);
    System.arraycopy(branch, from, branch, 0, count * width);
    for (int i = 0; i < count; i++) {
      classes[i] = batch.outputClass(i);
    }
    return count;
  }

  private void feedForward(int layer, int rows, Trace trace) {
    LlamaWeights.Layer w = weights.layers().get(layer);
    addBranch(rows);
    trace.see(Tensor.FFN_INP, layer, residual, rows, config.embeddingLength());
    w.ffnNorm().apply(residual, rows, normed, workers);
    trace.see(Tensor.FFN_NORM, layer, normed, rows, config.embeddingLength());
    ofEmbedding.set(normed, rows, classes);
    w.ffnGate().multiply(ofEmbedding, gate, workers);
    w.ffnUp().multiply(ofEmbedding, up, workers);
    trace.see(Tensor.FFN_GATE, layer, gate, rows, config.feedForwardLength());
    trace.see(Tensor.FFN_UP, layer, up, rows, config.feedForwardLength());
    swiGlu.apply(gate, up, rows, config.feedForwardLength(), gate, workers);
    trace.see(Tensor.FFN_SWIGLU, layer, gate, rows, config.feedForwardLength());
    w.ffnDown().multiply(ofFeedForward.set(gate, rows, classes), branch, workers);
    trace.see(Tensor.FFN_OUT, layer, branch, rows, config.embeddingLength());
    addBranch(rows);
    trace.see(Tensor.L_OUT, layer, residual, rows, config.embeddingLength());
  }

  private void addBranch(int rows) {
    for (int i = 0; i < rows * config.embeddingLength(); i++) {
      residual[i] += branch[i];
    }
  }

  private void predict(int rows, float[] logits, Trace trace) {
    weights.outputNorm().apply(residual, rows, normed, workers);
    trace.see(Tensor.RESULT_NORM, -1, normed, rows, config.embeddingLength());
    weights.output().multiply(ofEmbedding.set(normed, rows, classes), logits, workers);
    trace.see(Tensor.RESULT_OUTPUT, -1, logits, rows, config.vocabularySize());
  }
}
