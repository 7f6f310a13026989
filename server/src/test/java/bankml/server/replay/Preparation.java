// SPDX-License-Identifier: Apache-2.0
package bankml.server.replay;

import bankml.server.RawClient;
import bankml.server.Served;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings the server into the state that a recording was made in. {@code X_ps} was recorded after
 * {@code X}; where {@code X} itself was not recorded, it is made from its name.
 */
final class Preparation {
  private static final String MODEL = "{\"model\":\"smollm2:135m\"%s}";
  private static final int TRIES = 200;

  private final Served served;
  private final List<Recording> group;

  Preparation(Served served, List<Recording> group) {
    this.served = served;
    this.group = group;
  }

  /** Prepares for {@code recorded}. */
  void prepare(Recording recorded) {
    String name = recorded.name();
    if (name.startsWith("ps/empty")) {
      served.ask("POST", "/api/generate", MODEL.formatted(",\"keep_alive\":0"));
    } else if (recorded.path().equals("/api/ps")) {
      String before = name.substring(0, name.length() - "_ps".length());
      find(before).ifPresentOrElse(r -> ask(served.uri(), r), () -> load(before));
    }
  }

  private Optional<Recording> find(String name) {
    return group.stream().filter(r -> r.name().equals(name)).findFirst();
  }

  /** Loads the model, for as long as other recordings whose names begin alike say. */
  private void load(String name) {
    String value = name.replaceAll("(_chat_empty|_load|_prompt|_chat)$", "");
    String keepAlive =
        group.stream()
            .filter(r -> r.name().startsWith(value + "_") && r.body().length > 0)
            .map(r -> Recording.parse(new String(r.body(), StandardCharsets.UTF_8)))
            .filter(body -> body.has("keep_alive"))
            .map(body -> ",\"keep_alive\":" + body.path("keep_alive"))
            .findFirst()
            .orElse("");
    served.ask("POST", "/api/generate", MODEL.formatted(keepAlive));
  }

  /** Asks what was asked, again where the server may still be about to unload its model. */
  RawClient.Answer ask(URI server, Recording recorded) {
    RawClient.Answer answer = once(server, recorded);
    boolean empty = recorded.lines().equals(List.of("{\"models\":[]}"));
    for (int i = 0; empty && i < TRIES && !answer.body().equals("{\"models\":[]}"); i++) {
      answer = once(server, recorded);
    }
    return answer;
  }

  /** The body; answers that nothing ends are given an end, so that replaying takes minutes. */
  private static byte[] bounded(Recording recorded) {
    if (!recorded.name().matches("truncate/num_predict_.*_ctx64")) {
      return recorded.body();
    }
    return new String(recorded.body(), StandardCharsets.UTF_8)
        .replaceFirst("\"num_predict\": (-1|-2|0)", "\"num_predict\": 40")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static RawClient.Answer once(URI server, Recording recorded) {
    Map<String, String> headers = recorded.headers(server.getPort());
    return RawClient.ask(server, recorded.method(), recorded.path(), headers, bounded(recorded));
  }
}
