// SPDX-License-Identifier: Apache-2.0
package bankml.server;

import bankml.engine.ComputeSettings;
import bankml.engine.Residency;
import bankml.model.Profile;
import bankml.store.ModelStore;
import bankml.store.Progress;
import bankml.store.VerifiedModel;
import bankml.testkit.SmolLm2;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real server on a free port with a real model, SmolLM2 in Q4_1, which it calls as the recordings
 * of Ollama's server do. The chat template is taken out of the model's header, so that prompts are
 * the plain ChatML of those recordings.
 */
public final class Served implements AutoCloseable {
  /** What the recordings call the model. */
  public static final List<String> NAMES = List.of("smollm2:135m", "fromfile:a", "smollm2:hf");

  /** The key that the model's template has here, so that nobody finds it. */
  public static final String HIDDEN_TEMPLATE = "tokenizer.no__template_";

  private static final byte[] TEMPLATE_KEY = bytes("tokenizer.chat_template");
  private static final byte[] OTHER_KEY = bytes(HIDDEN_TEMPLATE);

  private final Path folder;
  private final Residency residency;
  private final Server server;

  private Served(Path folder, Residency residency, Server server) {
    this.folder = folder;
    this.residency = residency;
    this.server = server;
  }

  /** Starts with a store made in {@code folder}, or nothing on a machine without the model. */
  public static Optional<Served> start(Path folder) {
    return SmolLm2.file().map(model -> start(storeIn(folder, model), folder, 64));
  }

  /** As {@link #start(Path)}, with one model, {@code smollm2}, that keeps its chat template. */
  public static Optional<Served> withTemplate(Path folder) {
    return SmolLm2.file()
        .map(model -> {
          try {
            Path copy = Files.copy(model, folder.resolve("smollm2.gguf"));
            VerifiedModel.adopt(copy, "a test", Progress.none());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return start(new ModelStore(folder, List.of()), folder, 64);
        });
  }

  private static Served start(ModelStore store, Path folder, int waiting) {
    ComputeSettings compute = ComputeSettings.of(2, Profile.DEFAULT, 4096);
    Residency residency = new Residency(store, new Residency.Settings(compute, 1, waiting));
    ServerOptions options = ServerOptions.at(new ListenAddress("127.0.0.1", 0));
    return new Served(folder, residency, Server.start(options, store, residency));
  }

  private static ModelStore storeIn(Path folder, Path model) {
    try {
      byte[] bytes = Files.readAllBytes(model);
      System.arraycopy(OTHER_KEY, 0, bytes, indexOf(bytes, TEMPLATE_KEY), OTHER_KEY.length);
      Path first = Files.write(folder.resolve(NAMES.getFirst() + ".gguf"), bytes);
      VerifiedModel.adopt(first, "a test", Progress.none());
      for (String name : NAMES.subList(1, NAMES.size())) {
        Path link = Files.createLink(folder.resolve(name + ".gguf"), first);
        VerifiedModel.adopt(link, "a test", Progress.none());
      }
      return new ModelStore(folder, List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int i = 0; i < bytes.length - part.length; i++) {
      if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    throw new IllegalArgumentException("not there");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns where the server listens. */
  public URI uri() {
    return server.uri();
  }

  /** Returns the models that are loaded. */
  public Residency residency() {
    return residency;
  }

  /** Returns the folder of the models. */
  public Path folder() {
    return folder;
  }

  /** Asks, and returns the whole answer. */
  public RawClient.Answer ask(String method, String path, String body) {
    return RawClient.ask(uri(), method, path, Map.of("Host", "localhost"), bytes(body));
  }

  @Override
  public void close() {
    server.close();
    residency.close();
  }
}
