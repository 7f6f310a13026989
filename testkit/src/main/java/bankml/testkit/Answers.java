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
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The reference's answers to one suite of questions: asked live where the reference is present,
 * else those kept in {@code testkit/recorded/SUITE.txt}. Questions and answers are texts; of a kept
 * one there is the beginning of its SHA-256, which is enough to tell whether ours is equal.
 *
 * <p>A file's first line says whose answers it has and when they were given; each other line is a
 * question's hash and its answer's. Tests run with {@code BANKML_RECORD=1} beside the reference
 * write it anew.
 */
public final class Answers {
  private static final int SHOWN = 3;
  private static final int QUESTION_DIGITS = 12;
  private static final int ANSWER_DIGITS = 16;
  private static final String PROVENANCE = "llama.cpp b11192 haswell, asked at ";

  private final String suite;
  private final Optional<Reference> reference = Reference.find();
  private final boolean mayBeKept;
  private final Map<String, String> kept = new LinkedHashMap<>();
  private ZonedDateTime time = ZonedDateTime.now(ZoneId.systemDefault());

  private Answers(String suite, boolean mayBeKept) {
    this.suite = suite;
    this.mayBeKept = mayBeKept;
    if (mayBeKept && Files.exists(file())) {
      read();
    }
  }

  /** Opens the answers to {@code suite}, which can be asked anywhere: live, or as kept. */
  public static Answers to(String suite) {
    return new Answers(suite, true);
  }

  /** Opens the answers to {@code suite}, whose files come with the reference: live, or none. */
  public static Answers live(String suite) {
    return new Answers(suite, false);
  }

  /** Returns whose answers these are. */
  public Authority authority() {
    if (reference.isPresent()) {
      return Authority.LIVE;
    }
    return kept.isEmpty() ? Authority.NONE : Authority.RECORDED;
  }

  /** Returns the time at which kept answers were given; now, where they are asked live. */
  public ZonedDateTime time() {
    return time;
  }

  /**
   * Holds our answers to the reference's. Fails with the first that differ, and where an answer is
   * not kept that should be; does nothing where there is no authority.
   *
   * @param questions what is asked, as a text that is the same on every machine
   * @param theirs asks the live reference all of them
   * @param ours our answer to the question of an index
   * @return how many answers were compared
   */
  public int hold(
      List<String> questions, Function<Reference, List<String>> theirs, IntFunction<String> ours) {
    if (authority() == Authority.NONE) {
      return 0;
    }
    if (reference.isPresent()) {
      List<String> live = theirs.apply(reference.get());
      if (mayBeKept && System.getenv("BANKML_RECORD") != null) {
        keep(questions, live);
      }
      compare(questions, i -> differs(live.get(i), ours.apply(i)));
    }
    if (mayBeKept) {
      requireKept(questions);
    }
    if (reference.isEmpty()) {
      compare(
          questions,
          i -> {
            String answer = ours.apply(i);
            String expected = kept.get(hash(questions.get(i), QUESTION_DIGITS));
            return hash(answer, ANSWER_DIGITS).equals(expected)
                ? Optional.empty()
                : Optional.of("ours: " + brief(answer));
          });
    }
    return questions.size();
  }

  private void compare(List<String> questions, IntFunction<Optional<String>> difference) {
    List<String> wrong = new ArrayList<>();
    int count = 0;
    for (int i = 0; i < questions.size(); i++) {
      Optional<String> found = difference.apply(i);
      if (found.isPresent() && count++ < SHOWN) {
        wrong.add("case " + i + ": " + brief(questions.get(i)) + "\n" + found.get());
      }
    }
    if (count > 0) {
      throw new AssertionError(
          "%s: %d of %d answers are not those of the reference (%s)%n%s"
              .formatted(suite, count, questions.size(), authority(), String.join("\n\n", wrong)));
    }
  }

  /** Kept answers that miss a question would let a machine without the reference skip it. */
  private void requireKept(List<String> questions) {
    for (String question : questions) {
      if (!kept.containsKey(hash(question, QUESTION_DIGITS))) {
        throw new AssertionError(
            "%s lacks an answer to %s: run the test with BANKML_RECORD=1 beside the reference"
                .formatted(file(), brief(question)));
      }
    }
  }

  private static Optional<String> differs(String theirs, String ours) {
    if (theirs.equals(ours)) {
      return Optional.empty();
    }
    List<String> left = theirs.lines().toList();
    List<String> right = ours.lines().toList();
    int line = 0;
    while (line < Math.min(left.size(), right.size()) && left.get(line).equals(right.get(line))) {
      line++;
    }
    return Optional.of(
        "line %d, theirs: %s%nline %d, ours:   %s"
            .formatted(line + 1, rest(left, line), line + 1, rest(right, line)));
  }

  private static String rest(List<String> lines, int from) {
    return brief(String.join("\n", lines.subList(from, lines.size())));
  }

  private static String brief(String text) {
    return text.length() <= 1000 ? text : text.substring(0, 1000) + "…";
  }

  private Path file() {
    return Reference.projectRoot().resolve("testkit/recorded/" + suite + ".txt");
  }

  private void read() {
    try {
      List<String> lines = Files.readAllLines(file());
      if (reference.isEmpty()) {
        time = ZonedDateTime.parse(lines.getFirst().substring(PROVENANCE.length()));
      }
      for (String line : lines.subList(1, lines.size())) {
        kept.put(line.substring(0, QUESTION_DIGITS), line.substring(QUESTION_DIGITS + 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keep(List<String> questions, List<String> answers) {
    kept.clear();
    for (int i = 0; i < questions.size(); i++) {
      kept.put(hash(questions.get(i), QUESTION_DIGITS), hash(answers.get(i), ANSWER_DIGITS));
    }
    List<String> lines = new ArrayList<>(List.of(PROVENANCE + time));
    kept.forEach((question, answer) -> lines.add(question + " " + answer));
    try {
      Files.createDirectories(file().getParent());
      Files.write(file(), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String text, int digits) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, digits);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
