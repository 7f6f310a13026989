// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** HTTP to engine: Ollama's API, OpenAI's, llama-server's own. */
@NullMarked
module bankml.server {
  requires transitive org.jspecify;
  requires transitive bankml.engine;
  requires transitive bankml.store;
  requires org.eclipse.jetty.http;
  requires org.eclipse.jetty.io;
  requires org.eclipse.jetty.server;
  requires org.eclipse.jetty.util;
  requires tools.jackson.databind;

  exports bankml.server;
}
