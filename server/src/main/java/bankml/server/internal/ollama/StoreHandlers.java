// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.ollama;

import bankml.server.internal.http.AnswerStream;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.http.HttpRefusal;
import bankml.server.internal.json.Fields;
import bankml.server.internal.json.JsonText;
import bankml.server.internal.serving.Serving;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.NullNode;

/**
 * Routes that would change the store, or need what bankml does not have. They read what they are
 * asked as Ollama does, find the same faults in it, and then refuse with what can be done instead.
 */
final class StoreHandlers {
  private static final Pattern DIGEST = Pattern.compile("sha256[:-][0-9a-fA-F]{64}");

  private final Models models;

  StoreHandlers(Serving serving) {
    this.models = new Models(serving);
  }

  /** {@code POST /api/pull}: a model that is here has been pulled. */
  void pull(Exchange exchange) {
    Fields fields =
        OllamaBody.read(
            exchange, Set.of("model", "name", "insecure", "stream", "username", "password"));
    fields.flag("insecure");
    OllamaName name = OllamaBody.modelOrName(fields);
    requireValid(name);
    if (models.find(name).isEmpty()) {
      throw new HttpRefusal(
          400,
          "the model '"
              + name.text()
              + "' is not here, and nothing is pulled over HTTP: `bankml pull` and `bankml adopt`"
              + " bring models");
    }
    if (fields.flag("stream").orElse(true)) {
      AnswerStream stream = exchange.stream("application/x-ndjson");
      stream.send(JsonText.write(JsonText.object().put("status", "success")) + "\n");
      stream.end();
    } else {
      OllamaRoutes.answer(exchange, JsonText.object().put("status", "success"));
    }
  }

  /** {@code POST /api/push}. */
  void push(Exchange exchange) {
    Fields fields =
        OllamaBody.read(
            exchange, Set.of("model", "name", "insecure", "stream", "username", "password"));
    fields.flag("insecure");
    fields.flag("stream");
    if (OllamaBody.modelOrName(fields).text().isEmpty()) {
      throw new HttpRefusal(400, "model is required");
    }
    throw new HttpRefusal(400, "models are not pushed anywhere");
  }

  /** {@code DELETE /api/delete}. */
  void delete(Exchange exchange) {
    OllamaName name = OllamaBody.modelOrName(OllamaBody.read(exchange, Set.of("model", "name")));
    if (models.find(name).isEmpty()) {
      throw name.isValid()
          ? Models.notFound(name)
          : new HttpRefusal(400, "name \"" + name.text() + "\" is invalid");
    }
    throw new HttpRefusal(
        400,
        "'" + name.text() + "' is a pinned file, which is not deleted over HTTP: delete the file");
  }

  /** {@code POST /api/copy}. */
  void copy(Exchange exchange) {
    Fields fields = OllamaBody.read(exchange, Set.of("source", "destination", "model"));
    OllamaName source = OllamaName.parse(fields.text("source").orElse(""));
    OllamaName destination = OllamaName.parse(fields.text("destination").orElse(""));
    if (!source.isValid()) {
      throw new HttpRefusal(400, "source \"" + source.text() + "\" is invalid");
    }
    if (!destination.isValid()) {
      throw new HttpRefusal(400, "destination \"" + destination.text() + "\" is invalid");
    }
    if (models.find(source).isEmpty()) {
      throw Models.notFound(source);
    }
    throw new HttpRefusal(400, "models are not copied over HTTP: there is one name a file");
  }

  /** {@code POST /api/create}. */
  void create(Exchange exchange) {
    Fields fields =
        OllamaBody.read(
            exchange,
            Set.of(
                "model",
                "name",
                "stream",
                "quantize",
                "from",
                "remote_host",
                "files",
                "adapters",
                "template",
                "license",
                "system",
                "parameters",
                "messages",
                "renderer",
                "parser",
                "info",
                "modelfile",
                "path",
                "quantization"));
    requireValid(OllamaBody.modelOrName(fields));
    throw new HttpRefusal(
        400, "models made from others are not built yet: `bankml adopt` adds a GGUF file");
  }

  /** {@code POST /api/embeddings}, the older one. */
  void embedOne(Exchange exchange) {
    embed(exchange, true);
  }

  /** {@code POST /api/embed}. */
  void embed(Exchange exchange) {
    embed(exchange, false);
  }

  private void embed(Exchange exchange, boolean nameMustBeValid) {
    Fields fields =
        OllamaBody.read(
            exchange,
            Set.of("model", "input", "prompt", "truncate", "dimensions", "keep_alive", "options"));
    OllamaName name = OllamaName.parse(fields.text("model").orElse(""));
    if (nameMustBeValid && !name.isValid()) {
      throw new HttpRefusal(400, "model is required");
    }
    if (models.find(name).isEmpty()) {
      throw new HttpRefusal(404, "model \"" + name.text() + "\" not found, try pulling it first");
    }
    throw new HttpRefusal(400, "'" + name.text() + "' does not make embeddings: not built yet");
  }

  /** {@code HEAD} and {@code POST /api/blobs/{digest}}. */
  void blob(Exchange exchange) {
    String digest = exchange.parameter("digest");
    if (!DIGEST.matcher(digest).matches()) {
      throw new HttpRefusal(400, "invalid digest: sha256: and 64 hexadecimal digits are accepted");
    }
    throw exchange.method().equals("POST")
        ? new HttpRefusal(400, "files are not uploaded over HTTP: `bankml adopt` adds a GGUF file")
        : new HttpRefusal(404, "there is no such blob");
  }

  /** {@code POST /api/me}: nobody is signed in. */
  void me(Exchange exchange) {
    OllamaRoutes.answer(exchange, NullNode.getInstance());
  }

  /** {@code POST /api/signout}. */
  void signOut(Exchange exchange) {
    exchange.body();
    throw new HttpRefusal(400, "there was an error signing out: bankml knows no accounts");
  }

  private static void requireValid(OllamaName name) {
    if (!name.isValid()) {
      throw new HttpRefusal(400, "invalid model name");
    }
  }
}
