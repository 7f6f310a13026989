// SPDX-License-Identifier: Apache-2.0
package bankml.cli.internal;

import bankml.engine.Engine;
import bankml.engine.Generation;
import bankml.engine.Receipt;
import bankml.gguf.GgufHeader;
import bankml.gguf.ModelFile;
import bankml.kernels.Workers;
import bankml.model.Model;
import bankml.store.StoredModel;
import bankml.store.VerifiedModel;
import bankml.text.Tokenizer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A verified model with everything that answers: weights, workers, vocabulary, engine. Owns the
 * file and the workers.
 */
final class LoadedModel implements AutoCloseable {
  private final String name;
  private final VerifiedModel verified;
  private final Model model;
  private final Workers workers;
  private final Tokenizer tokenizer;
  private final Engine engine;

  private LoadedModel(String name, VerifiedModel verified, Model model, Workers workers, int ctx) {
    this.name = name;
    this.verified = verified;
    this.model = model;
    this.workers = workers;
    this.tokenizer = Tokenizer.of(verified.file().header());
    this.engine = new Engine(model, tokenizer, ctx);
  }

  /**
   * Loads {@code stored}. The weights are bound and the kernels warmed while the file is being
   * hashed; what they computed is thrown away, and nothing is answered before the hash is right.
   */
  static LoadedModel open(StoredModel stored, ComputeOptions options, Screen screen) {
    VectorModule.open();
    ModelFile file = ModelFile.open(stored.file());
    Workers workers = new Workers(options.threads());
    AtomicBoolean hashed = new AtomicBoolean();
    CompletableFuture<Model> loading =
        CompletableFuture.supplyAsync(() -> {
          Model model = Model.load(file, options.profile(), workers);
          model.warmUp(hashed::get);
          return model;
        });
    try {
      VerifiedModel verified =
          ProgressBar.during(screen, bar -> VerifiedModel.check(file, stored.pinFile(), bar));
      hashed.set(true);
      return new LoadedModel(
          stored.name(), verified, loaded(loading), workers, options.contextLength());
    } catch (RuntimeException e) {
      hashed.set(true);
      loading.handle((model, failure) -> 0).join();
      workers.close();
      file.close();
      throw e;
    }
  }

  private static Model loaded(CompletableFuture<Model> loading) {
    try {
      return loading.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Returns the header of the model's file. */
  GgufHeader header() {
    return verified.file().header();
  }

  /** Returns the model's vocabulary. */
  Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Returns the forward pass itself, for measuring it. */
  Model model() {
    return model;
  }

  /** Returns what answers. */
  Engine engine() {
    return engine;
  }

  /**
   * Returns the receipt of an answer.
   *
   * @param request the request as it was received
   */
  Receipt receipt(byte[] request, Generation answer) {
    return Receipt.of(
        new Receipt.Computer(Version.TEXT, model.profile().describe()),
        new Receipt.Weights(name, verified.sha256(), "play"),
        request,
        answer);
  }

  @Override
  public void close() {
    workers.close();
    verified.close();
  }
}
