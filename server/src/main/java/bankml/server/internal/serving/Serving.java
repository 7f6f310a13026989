// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.serving;

import bankml.engine.KeepAlive;
import bankml.engine.LoadedModel;
import bankml.engine.Residency;
import bankml.store.ModelStore;
import bankml.store.StoredModel;
import bankml.text.ChatTemplate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The models that are served. Any thread. */
public final class Serving {
  private final ModelStore store;
  private final Residency residency;
  private final KeepAlive keepAlive;
  private final ModelFacts.Reader facts = new ModelFacts.Reader();
  private final Map<String, ChatTemplate> templates = new ConcurrentHashMap<>();

  /**
   * Serves the models of {@code store}.
   *
   * @param keepAlive how long a model stays where the request does not say
   */
  public Serving(ModelStore store, Residency residency, KeepAlive keepAlive) {
    this.store = store;
    this.residency = residency;
    this.keepAlive = keepAlive;
  }

  /** Returns the store. */
  public ModelStore store() {
    return store;
  }

  /** Returns what reads what files and pins say of models. */
  public ModelFacts.Reader facts() {
    return facts;
  }

  /** Returns the models that are loaded and whose turn it is. */
  public Residency residency() {
    return residency;
  }

  /** Returns how long a model stays where the request does not say. */
  public KeepAlive keepAlive() {
    return keepAlive;
  }

  /**
   * Returns the model that a client calls {@code name}. Names that look like paths have none: no
   * request opens a file that is not in the store.
   */
  public Optional<StoredModel> find(String name) {
    boolean plain =
        !name.isEmpty() && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ');
    return plain ? store.find(name) : Optional.empty();
  }

  /** Returns the chat template of {@code model}, compiled at its first use. */
  public ChatTemplate template(LoadedModel model) {
    return templates.computeIfAbsent(
        model.sha256(), key -> ChatTemplate.of(model.header(), model.tokenizer()));
  }
}
