// SPDX-License-Identifier: Apache-2.0
package bankml.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A running {@code probe}: JSON requests in, the compiled reference's own answers out. One thread
 * at a time.
 */
public final class Probe implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final Writer in;
  private final BufferedReader out;

  /** Starts the reference's {@code probe}. */
  public Probe(Reference reference) {
    ProcessBuilder builder =
        new ProcessBuilder(reference.binary("probe").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    // Threads that wait for each other sleep: on a busy machine spinning costs most of the time.
    builder.environment().put("OMP_WAIT_POLICY", "passive");
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    in = process.outputWriter(StandardCharsets.UTF_8);
    out = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Returns a new request of the operation {@code op}. */
  public static ObjectNode request(String op) {
    return JSON.createObjectNode().put("op", op);
  }

  /** Asks and returns the answer. Fails when the reference answers {@code "ok": false}. */
  public JsonNode ask(ObjectNode request) {
    JsonNode answer = askRaw(request);
    if (!answer.path("ok").booleanValue()) {
      throw new IllegalStateException(
          "probe: " + answer.path("error").asString("no answer") + " for " + brief(request));
    }
    return answer;
  }

  /** Asks and returns the answer as it is, an error ({@code "ok": false}) too. */
  public JsonNode askRaw(ObjectNode request) {
    return askAll(List.of(request)).getFirst();
  }

  /**
   * Asks all, answers in the same order. The requests go out from a thread of their own, so that no
   * pipe fills up.
   */
  public List<JsonNode> askAll(List<ObjectNode> requests) {
    Thread writer =
        Thread.ofVirtual()
            .start(() -> {
              try {
                for (ObjectNode request : requests) {
                  in.write(JSON.writeValueAsString(request));
                  in.write('\n');
                }
                in.flush();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    List<JsonNode> answers = new ArrayList<>(requests.size());
    try {
      for (ObjectNode request : requests) {
        String line = out.readLine();
        if (line == null) {
          throw new IllegalStateException("probe ended at " + brief(request));
        }
        answers.add(JSON.readTree(line));
      }
      writer.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return answers;
  }

  private static String brief(ObjectNode request) {
    String text = request.toString();
    return text.length() <= 300 ? text : text.substring(0, 300) + "…";
  }

  @Override
  public void close() {
    process.destroy();
  }
}
