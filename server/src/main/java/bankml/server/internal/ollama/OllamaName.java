// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A model's name as Ollama v0.13.3 reads it ({@code types/model/name.go}): {@code
 * scheme://host/namespace/model:tag}, of which only the model must be there.
 *
 * @param text as the client wrote it
 * @param isValid whether Ollama would take it
 * @param local what the model is called here; nothing where it would be another registry's
 */
record OllamaName(String text, boolean isValid, Optional<String> local) {
  private static final String DEFAULT_HOST = "registry.ollama.ai";
  private static final String DEFAULT_NAMESPACE = "library";
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]{0,349}");
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,79}");
  private static final Pattern MODEL_OR_TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}");

  /** Reads {@code text}. */
  static OllamaName parse(String text) {
    int scheme = text.indexOf("://");
    String path = scheme < 0 ? text : text.substring(scheme + "://".length());
    List<String> parts = List.of(path.split("/", -1));
    String last = parts.getLast();
    int colon = last.indexOf(':');
    String model = colon < 0 ? last : last.substring(0, colon);
    boolean valid =
        parts.size() <= 3
            && MODEL_OR_TAG.matcher(model).matches()
            && (colon < 0 || MODEL_OR_TAG.matcher(last.substring(colon + 1)).matches())
            && (parts.size() < 2 || NAMESPACE.matcher(parts.get(parts.size() - 2)).matches())
            && (parts.size() < 3 || HOST.matcher(parts.getFirst()).matches());
    boolean here =
        switch (parts.size()) {
          case 1 -> true;
          case 2 -> parts.getFirst().equalsIgnoreCase(DEFAULT_NAMESPACE);
          case 3 ->
              parts.getFirst().equalsIgnoreCase(DEFAULT_HOST)
                  && parts.get(1).equalsIgnoreCase(DEFAULT_NAMESPACE);
          default -> false;
        };
    return new OllamaName(text, valid, here ? Optional.of(last) : Optional.empty());
  }

  /** Returns {@code name} as Ollama lists it: with a tag. */
  static String tagged(String name) {
    return name.contains(":") ? name : name + ":latest";
  }

  /** Returns the name with everything that was left out, as some of Ollama's errors have it. */
  String full() {
    return DEFAULT_HOST + "/" + DEFAULT_NAMESPACE + "/" + tagged(local.orElse(text));
  }
}
