// SPDX-License-Identifier: Apache-2.0
package bankml.server.internal.openai;

import bankml.server.internal.http.AnswerStream;
import bankml.server.internal.http.Exchange;
import bankml.server.internal.json.JsonText;
import tools.jackson.databind.JsonNode;

/** An answer as server-sent events, each of them a JSON value. One thread. */
public final class EventStream {
  private final AnswerStream stream;

  /** Begins the answer to {@code exchange}. */
  public EventStream(Exchange exchange) {
    exchange.setHeader("Cache-Control", "no-cache");
    stream = exchange.stream("text/event-stream");
  }

  /** Returns {@code data}, which is one line, as an event. */
  static String event(String data) {
    return "data: " + data + "\n\n";
  }

  /** Sends {@code json} at once. */
  public void send(JsonNode json) {
    stream.send(event(JsonText.write(json)));
  }

  /** Ends the answer as OpenAI's clients expect it. */
  void done() {
    stream.send(event("[DONE]"));
    stream.end();
  }

  /** Ends the answer without a word. */
  public void end() {
    stream.end();
  }
}
