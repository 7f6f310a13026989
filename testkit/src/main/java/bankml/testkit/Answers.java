// SPDX-License-Identifier: Apache-2.0
package bankml.testkit;

import bankml.testkit.OracleLog.Authority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The reference's answers to one suite of questions: asked live where the reference is present,
 * else those kept in {@code testkit/recorded/SUITE.jsonl}. A question without a kept answer is left
 * out there, so a suite without the reference compares fewer cases and says so in the {@link
 * OracleLog}.
 *
 * <p>Run with {@code BANKML_RECORD=N} beside the reference, it keeps the first {@code N} answers of
 * each suite.
 */
public final class Answers implements AutoCloseable {
  /** One question's place in the list that was asked, and the reference's answer. */
  public record Answer(int index, JsonNode json) {}

  private static final JsonMapper JSON = new JsonMapper();

  private final String suite;
  private final Optional<Probe> probe;
  private final Map<String, JsonNode> kept = new LinkedHashMap<>();
  private final int record;

  private Answers(String suite, Optional<Probe> probe) {
    this.suite = suite;
    this.probe = probe;
    this.record = Integer.parseInt(System.getenv().getOrDefault("BANKML_RECORD", "0"));
    if (probe.isEmpty() && Files.exists(file())) {
      read();
    }
  }

  /** Opens the answers to {@code suite}: live, or as kept. */
  public static Answers to(String suite) {
    return new Answers(suite, Reference.find().map(Probe::new));
  }

  /** Returns whose answers these are. */
  public Authority authority() {
    if (probe.isPresent()) {
      return Authority.LIVE;
    }
    return kept.isEmpty() ? Authority.NONE : Authority.RECORDED;
  }

  /**
   * Asks {@code questions} and returns the answers there are, in order; errors ({@code "ok":
   * false}) too.
   */
  public List<Answer> ask(List<ObjectNode> questions) {
    List<Answer> answers = new ArrayList<>(questions.size());
    if (probe.isPresent()) {
      List<JsonNode> live = probe.get().askAll(questions);
      for (int i = 0; i < live.size(); i++) {
        answers.add(new Answer(i, live.get(i)));
        if (kept.size() < record) {
          kept.put(key(questions.get(i)), live.get(i));
        }
      }
      return answers;
    }
    for (int i = 0; i < questions.size(); i++) {
      JsonNode answer = kept.get(key(questions.get(i)));
      if (answer != null) {
        answers.add(new Answer(i, answer));
      }
    }
    return answers;
  }

  /** Ends the suite. When recording, keeps what was asked. */
  @Override
  public void close() {
    probe.ifPresent(Probe::close);
    if (record > 0 && probe.isPresent()) {
      write();
    }
  }

  private Path file() {
    return Reference.projectRoot().resolve("testkit/recorded/" + suite + ".jsonl");
  }

  private void read() {
    try {
      for (String line : Files.readAllLines(file())) {
        JsonNode node = JSON.readTree(line);
        kept.put(node.get("question_sha256").asString(), node.get("answer"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write() {
    List<String> lines = new ArrayList<>();
    kept.forEach((key, answer) -> {
      ObjectNode line = JSON.createObjectNode().put("question_sha256", key);
      line.set("answer", answer);
      lines.add(JSON.writeValueAsString(line));
    });
    try {
      Files.createDirectories(file().getParent());
      Files.write(file(), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The question's identity: its JSON with the model's folder left out, which differs between
   * machines.
   */
  private static String key(ObjectNode question) {
    ObjectNode q = question.deepCopy();
    JsonNode model = q.get("model");
    if (model != null) {
      q.put("model", Path.of(model.asString()).getFileName().toString());
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(JSON.writeValueAsString(q).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
