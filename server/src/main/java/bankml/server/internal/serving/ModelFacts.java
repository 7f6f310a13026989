// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.serving;

import bankml.gguf.GgufHeader;
import bankml.gguf.ModelFile;
import bankml.gguf.Refusal;
import bankml.gguf.Verdict;
import bankml.model.Plan;
import bankml.store.Pin;
import bankml.store.PinnedFile;
import bankml.store.StoredModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a model's file and pin say of it, without loading it.
 *
 * @param model the model
 * @param bytes the file's size
 * @param modified when the file was written
 * @param sha256 what its pin says its bytes are; empty where it has no pin
 * @param header its header, where the guard lets it play
 * @param refusal why it cannot be played; empty where it can
 */
public record ModelFacts(
    StoredModel model,
    long bytes,
    Instant modified,
    Optional<String> sha256,
    Optional<GgufHeader> header,
    Optional<String> refusal) {

  /** Returns whether it can be played here. */
  public boolean isNative() {
    return refusal.isEmpty();
  }

  /** Reads facts, and keeps what it read for as long as file and pin stay as they are. */
  public static final class Reader {
    /** When file and pin were written, and how large they are. */
    private record Stamp(long bytes, Instant modified, long pinBytes, Instant pinModified) {}

    private record Kept(Stamp stamp, ModelFacts facts) {}

    private final Map<Path, Kept> kept = new ConcurrentHashMap<>();

    /**
     * Returns the facts of {@code model}.
     *
     * @throws Refusal when its file is not there any more
     */
    public ModelFacts of(StoredModel model) {
      Stamp stamp = stamp(model);
      Kept before = kept.get(model.file());
      if (before != null && before.stamp().equals(stamp)) {
        return before.facts();
      }
      ModelFacts facts = read(model, stamp);
      kept.put(model.file(), new Kept(stamp, facts));
      return facts;
    }

    private static Stamp stamp(StoredModel model) {
      try {
        boolean pinned = Files.exists(model.pinFile());
        return new Stamp(
            Files.size(model.file()),
            Files.getLastModifiedTime(model.file()).toInstant(),
            pinned ? Files.size(model.pinFile()) : -1,
            pinned ? Files.getLastModifiedTime(model.pinFile()).toInstant() : Instant.EPOCH);
      } catch (IOException e) {
        throw new Refusal(
            Refusal.Kind.IO, "cannot read " + model.file() + ": " + e.getMessage(), e);
      }
    }

    private static ModelFacts read(StoredModel model, Stamp stamp) {
      Optional<GgufHeader> header = Optional.empty();
      Optional<String> sha256 = Optional.empty();
      Optional<String> refusal = Optional.empty();
      try {
        sha256 = pinned(model);
        switch (ModelFile.judge(model.file())) {
          case Verdict.Play(GgufHeader read) -> {
            header = Optional.of(read);
            if (Plan.of(read) instanceof Plan.Refused(var reasons)) {
              refusal = Optional.of(String.join("; also ", reasons));
            }
          }
          case Verdict.Refuse(var reasons) ->
              refusal = Optional.of(String.join("; also ", reasons));
          case Verdict.NeedMoreBytes more -> refusal = Optional.of("the file is cut short");
        }
      } catch (Refusal e) {
        refusal = Optional.of(String.valueOf(e.getMessage()));
      }
      if (refusal.isEmpty() && sha256.isEmpty()) {
        refusal = Optional.of("it is not pinned: `bankml adopt` makes a pin");
      }
      return new ModelFacts(model, stamp.bytes(), stamp.modified(), sha256, header, refusal);
    }

    private static Optional<String> pinned(StoredModel model) {
      return Files.exists(model.pinFile())
          ? Pin.read(model.pinFile()).find(model.file()).map(PinnedFile::sha256)
          : Optional.empty();
    }
  }
}
