// SPDX-License-Identifier: Apache-2.0
package bankml.engine;

import bankml.engine.internal.FileStamp;
import bankml.gguf.GgufHeader;
import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.kernels.Workers;
import bankml.model.Model;
import bankml.store.Progress;
import bankml.store.StoredModel;
import bankml.store.VerifiedModel;
import bankml.text.Tokenizer;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A verified model with everything that answers: weights, workers, vocabulary, engine. Owns the
 * file and the workers. Its engine and its forward pass are for one thread at a time; all else may
 * be called from any thread, and after {@link #close} too.
 */
public final class LoadedModel implements AutoCloseable {
  private final StoredModel stored;
  private final VerifiedModel verified;
  private final FileStamp stamp;
  private final Instant verifiedAt = Instant.now();
  private final Model model;
  private final Workers workers;
  private final Tokenizer tokenizer;
  private final Engine engine;

  private LoadedModel(
      StoredModel stored,
      VerifiedModel verified,
      FileStamp stamp,
      Model model,
      Workers workers,
      ComputeSettings settings) {
    this.stored = stored;
    this.verified = verified;
    this.stamp = stamp;
    this.model = model;
    this.workers = workers;
    this.tokenizer = Tokenizer.of(verified.file().header());
    this.engine = new Engine(model, tokenizer, settings.contextLength(), settings.cacheBytes());
  }

  /**
   * Loads {@code stored}. The weights are bound and the kernels warmed while the file is being
   * hashed; what they computed is thrown away, and nothing is answered before the hash is right.
   *
   * @param progress of the hashing; what it throws ends the loading
   * @throws Refusal where the guard or the pin refuse the file, the plan cannot play it, or it
   *     changed meanwhile
   */
  public static LoadedModel open(StoredModel stored, ComputeSettings settings, Progress progress) {
    FileStamp stamp = FileStamp.of(stored.file());
    ModelFile file = ModelFile.open(stored.file());
    Workers workers = new Workers(settings.threads());
    AtomicBoolean hashed = new AtomicBoolean();
    CompletableFuture<Model> loading =
        CompletableFuture.supplyAsync(() -> {
          Model model = Model.load(file, settings.profile(), workers);
          model.warmUp(hashed::get);
          return model;
        });
    try {
      VerifiedModel verified = VerifiedModel.check(file, stored.pinFile(), progress);
      hashed.set(true);
      LoadedModel loaded =
          new LoadedModel(stored, verified, stamp, loaded(loading), workers, settings);
      loaded.requireUnchanged();
      return loaded;
    } catch (RuntimeException | Error e) {
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
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  /** Returns what people call the model. */
  public String name() {
    return stored.name();
  }

  /** Returns what was loaded. */
  StoredModel stored() {
    return stored;
  }

  /** Returns the hash of its file, 64 lower-case hexadecimal digits. */
  public String sha256() {
    return verified.sha256();
  }

  /** Returns the size of its file. */
  public long bytes() {
    return stamp.size();
  }

  /** Returns the file and its pin, as they were verified. */
  public VerifiedModel verified() {
    return verified;
  }

  /** Returns when the file was found to be its pin's. */
  public Instant verifiedAt() {
    return verifiedAt;
  }

  /** Returns the header of the model's file. */
  public GgufHeader header() {
    return verified.file().header();
  }

  /** Returns the model's vocabulary. */
  public Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Returns the forward pass itself, for measuring it. */
  public Model model() {
    return model;
  }

  /** Returns what answers. */
  public Engine engine() {
    return engine;
  }

  /**
   * Refuses, as {@code CHANGED}, a file whose size, time or identity is not that of the file that
   * was verified.
   */
  public void requireUnchanged() {
    if (!stamp.matches(stored.file())) {
      throw new Refusal(
          Refusal.Kind.CHANGED,
          stored.file() + " has changed since it was verified: nothing is answered from it");
    }
  }

  /**
   * Returns the receipt of an answer.
   *
   * @param requestBody the request as it was received
   * @throws Refusal of kind {@code CHANGED} where the file is not the verified one any more
   */
  public Receipt receipt(byte[] requestBody, Generation answer) {
    requireUnchanged();
    return Receipt.of(
        new Receipt.Computer(Version.TEXT, model.profile().describe()),
        new Receipt.Weights(name(), sha256(), "play"),
        requestBody,
        answer);
  }

  /** Ends the workers and unmaps the file. */
  @Override
  public void close() {
    workers.close();
    verified.close();
  }
}
